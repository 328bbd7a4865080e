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
(field_declaration !name type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)]) @definition.field
(field_declaration !name type: (generic_type type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)])) @definition.field

(const_declaration . (const_spec) @inner .) @wrap
(var_declaration . (var_spec) @inner .) @wrap
(source_file (const_declaration (const_spec name: (identifier) @name type: (_)? @type) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name type: (_)? @type) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name type: (_)? @type) @definition.variable)))

;; references

(identifier) @reference.read
(type_identifier) @reference.type
(selector_expression field: (field_identifier) @reference.read)

(call_expression
  function: [
    (identifier) @reference.call
    (selector_expression field: (field_identifier) @reference.call)
    (parenthesized_expression (identifier) @reference.call)
    (index_expression operand: (identifier) @reference.call)
    (index_expression operand: (selector_expression field: (field_identifier) @reference.call))
  ])

(assignment_statement left: (expression_list (identifier) @reference.write))
(assignment_statement left: (expression_list (selector_expression field: (field_identifier) @reference.write)))
(inc_statement [(identifier) @reference.write (selector_expression field: (field_identifier) @reference.write)])
(dec_statement [(identifier) @reference.write (selector_expression field: (field_identifier) @reference.write)])

(import_spec path: (_ (_) @reference.import))

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

[(function_declaration) (method_declaration) (func_literal)] @scope.function
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

(parameter_declaration name: (identifier) @binding.parameter)
(variadic_parameter_declaration name: (identifier) @binding.parameter)
(type_parameter_declaration name: (identifier) @binding.parameter)
(short_var_declaration left: (expression_list (identifier) @binding.variable))
(range_clause left: (expression_list (identifier) @binding.variable))
(receive_statement left: (expression_list (identifier) @binding.variable))
(type_switch_statement alias: (expression_list (identifier) @binding.variable))
(block (statement_list (var_declaration (var_spec name: (identifier) @binding.variable))))
(block (statement_list (var_declaration (var_spec_list (var_spec name: (identifier) @binding.variable)))))
(block (statement_list (const_declaration (const_spec name: (identifier) @binding.variable))))
