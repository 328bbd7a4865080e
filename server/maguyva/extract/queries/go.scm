; A declaration of its own starts at its keyword; in a group each member starts at its name.

(function_declaration name: (identifier) @name result: (_)? @type body: (block)? @body) @definition.function

; A method belongs to its receiver's type, wherever in the package that is.
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @container
        (pointer_type (type_identifier) @container)
        (generic_type type: (type_identifier) @container)
        (pointer_type (generic_type type: (type_identifier) @container))
      ]))
  name: (field_identifier) @name
  result: (_)? @type
  body: (block)? @body) @definition.method
(type_declaration . (_) @inner .) @wrap
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name @head type: (interface_type)) @definition.interface
(type_spec
  name: (type_identifier) @name
  type: [
    (type_identifier)
    (qualified_type)
    (generic_type)
    (pointer_type)
    (function_type)
    (map_type)
    (slice_type)
    (array_type)
    (channel_type)
    (parenthesized_type)
  ] @type) @definition.type
(type_alias name: (type_identifier) @name type: (_) @type) @definition.type

(method_elem name: (field_identifier) @name result: (_)? @type) @definition.method
(field_declaration name: (field_identifier) @name type: (_) @type) @definition.field
; An embedded field is called what its type is.
(field_declaration !name type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)] @type) @definition.field
(field_declaration
  !name type: (generic_type type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)]) @type) @definition.field

(const_declaration . (const_spec) @inner .) @wrap
(var_declaration . (var_spec) @inner .) @wrap
(source_file (const_declaration (const_spec name: (identifier) @name type: (_)? @type) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name type: (_)? @type) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name type: (_)? @type) @definition.variable)))
(var_spec !type . name: (identifier) @name . value: (expression_list . (_) @value .))
(var_spec !type . name: (identifier) @name . value: (expression_list . (composite_literal type: (_) @type) .))
(var_spec !type . name: (identifier) @name . value: (expression_list . (unary_expression operand: (composite_literal type: (_) @type)) .))

; ---- imports ----

(package_clause (package_identifier) @import.module @import.own)
(import_spec !name path: (_) @import.module @import.path)
(import_spec name: (package_identifier) @import.alias path: (_ (_) @import.module))
(import_spec name: (dot) @import.star path: (_ (_) @import.module))
(import_spec name: (blank_identifier) path: (_ (_) @import.module))

; ---- what is known of names ----

(parameter_declaration name: (identifier) @binding.parameter type: (_) @type)
(variadic_parameter_declaration name: (identifier) @binding.parameter) @type
(type_parameter_declaration name: (identifier) @binding.parameter type: (_) @type)
(var_spec name: (identifier) @binding.variable type: (_) @type)
(const_spec name: (identifier) @binding.variable type: (_) @type)

; `a := f()`, `a, b := f()`, `a, b := f(), g()`
(short_var_declaration left: (expression_list . (identifier) @binding.variable .) right: (expression_list . (_) @value .))
(short_var_declaration left: (expression_list . (identifier) @binding.variable @part.0 . (_)) right: (expression_list . (_) @value .))
(short_var_declaration left: (expression_list . (_) . (identifier) @binding.variable @part.1) right: (expression_list . (_) @value .))
(short_var_declaration left: (expression_list . (_) . (_) . (identifier) @binding.variable @part.2) right: (expression_list . (_) @value .))
(short_var_declaration left: (expression_list . (identifier) @binding.variable . (_)) right: (expression_list . (_) @value . (_)))
(short_var_declaration left: (expression_list . (_) . (identifier) @binding.variable) right: (expression_list . (_) . (_) @value))
(var_spec !type . name: (identifier) @binding.variable . value: (expression_list . (_) @value .))
(var_spec !type . name: (identifier) @binding.variable @part.0 . name: (_) value: (expression_list . (_) @value .))
(var_spec !type . name: (_) . name: (identifier) @binding.variable @part.1 . value: (expression_list . (_) @value .))

; What is written out tells its type.
(short_var_declaration
  left: (expression_list . (identifier) @binding.variable)
  right: (expression_list
    .
    [
      (composite_literal type: (_) @type)
      (unary_expression operand: (composite_literal type: (_) @type))
      (type_assertion_expression type: (_) @type)
      (func_literal) @type
      (type_conversion_expression type: (_) @type)
      (call_expression
        function: (identifier) @_maker
        arguments: (argument_list . [(slice_type) (map_type) (channel_type) (type_identifier) (qualified_type) (generic_type) (pointer_type)] @type))
    ]))
(var_spec
  !type
  .
  name: (identifier) @binding.variable
  value: (expression_list
    .
    [
      (composite_literal type: (_) @type)
      (unary_expression operand: (composite_literal type: (_) @type))
      (type_assertion_expression type: (_) @type)
    ]))

(range_clause left: (expression_list . (identifier) . (identifier) @binding.variable) ":=" right: (_) @element)

((type_assertion_expression type: (_) @cast.type) @cast)
((call_expression
  function: (identifier) @_new
  arguments: (argument_list . [(type_identifier) (qualified_type) (generic_type)] @cast.type .)) @cast
  (#eq? @_new "new"))
((parenthesized_expression (unary_expression operand: (composite_literal type: (_) @cast.type))) @cast)
((composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @cast.type) @cast)

;; references

(identifier) @reference.read
(type_identifier) @reference.type
(selector_expression field: (field_identifier) @reference.read)
(qualified_type package: (package_identifier) @reference.read)

(call_expression
  function: [
    (identifier) @reference.call
    (selector_expression field: (field_identifier) @reference.call)
    (parenthesized_expression (identifier) @reference.call)
    (index_expression operand: (identifier) @reference.call)
    (index_expression operand: (selector_expression field: (field_identifier) @reference.call))
  ])

(assignment_statement left: (expression_list (identifier) @reference.write))
(range_clause left: (expression_list (identifier) @reference.write) "=")
(receive_statement left: (expression_list (identifier) @reference.write) "=")
(assignment_statement left: (expression_list (selector_expression field: (field_identifier) @reference.write)))
(inc_statement [(identifier) @reference.write (selector_expression field: (field_identifier) @reference.write)])
(dec_statement [(identifier) @reference.write (selector_expression field: (field_identifier) @reference.write)])

(import_spec path: (_ (_) @reference.import))
(package_clause (package_identifier) @ignore)
(blank_identifier) @ignore

; The keys of a structure's literal are its fields; those of a map's are names, but what stands in a list or map may be a structure.
(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type) (struct_type)]
  body: (literal_value (keyed_element key: (literal_element (identifier) @keyword))))
(literal_element (literal_value (keyed_element key: (literal_element (identifier) @keyword))))
[(argument_list) (literal_value)] @arguments
(type_arguments) @skipped

; What is embedded gives its methods away.
(field_declaration
  !name
  type: [
    (type_identifier) @reference.inherit
    (qualified_type name: (type_identifier) @reference.inherit)
    (generic_type type: (type_identifier) @reference.inherit)
    (generic_type type: (qualified_type name: (type_identifier) @reference.inherit))
  ])
(interface_type
  (type_elem
    .
    [
      (type_identifier) @reference.inherit
      (qualified_type name: (type_identifier) @reference.inherit)
      (generic_type type: (type_identifier) @reference.inherit)
    ]
    .))

[(function_declaration) (method_declaration) (func_literal) (function_type) (method_elem)] @scope.function
; The parameters of a generic type are its own.
(type_spec type_parameters: (_)) @scope.block
[
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (expression_case)
  (type_case)
  (default_case)
  (communication_case)
] @scope.block

(short_var_declaration left: (expression_list (identifier) @binding.variable))
(range_clause left: (expression_list (identifier) @binding.variable) ":=")
(receive_statement left: (expression_list (identifier) @binding.variable) ":=")
(type_switch_statement alias: (expression_list (identifier) @binding.variable))
(block (statement_list (var_declaration (var_spec name: (identifier) @binding.variable))))
(block (statement_list (var_declaration (var_spec_list (var_spec name: (identifier) @binding.variable)))))
(block (statement_list (const_declaration (const_spec name: (identifier) @binding.variable))))
