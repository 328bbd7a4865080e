; Added to C's own. Names of namespaces and classes in front of a definition's name say what it belongs to.

(template_declaration (_) @inner .) @wrap

(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
(class_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)] body: (_) @body) @definition.class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @definition.struct
(class_specifier name: (qualified_identifier scope: (_) @container name: (type_identifier) @name) body: (_) @body) @definition.class
(struct_specifier name: (qualified_identifier scope: (_) @container name: (type_identifier) @name) body: (_) @body) @definition.struct
(alias_declaration name: (type_identifier) @name type: (_) @type) @definition.type
(type_definition
  type: [(qualified_identifier) (template_type) (dependent_type) (decltype) (placeholder_type_specifier) (class_specifier !body)] @type
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ]) @definition.type
(concept_definition name: (identifier) @name) @definition.type

; Operators, destructors, and what returns a reference.
(function_definition
  type: (_)? @type
  declarator: [
    (function_declarator declarator: [(operator_name) (destructor_name)] @name)
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))
    (operator_cast) @name
  ]
  body: (_)? @body) @definition.function
(declaration
  type: (_)? @type
  declarator: [
    (function_declarator declarator: [(operator_name) (destructor_name)] @name)
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))
    (operator_cast) @name
  ]) @definition.function @flag.overload
(field_declaration_list (declaration !type declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor @flag.overload)
(field_declaration_list
  (function_definition !type declarator: (function_declarator declarator: (identifier) @name) body: (_)? @body) @definition.constructor)
(field_declaration_list
  (template_declaration
    (function_definition !type declarator: (function_declarator declarator: (identifier) @name) body: (_)? @body) @definition.constructor))
(field_declaration_list
  (template_declaration
    (declaration !type declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor @flag.overload))

; Members.
(function_definition
  type: (_) @type
  declarator: [
    (function_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name)))
    (reference_declarator (function_declarator declarator: (field_identifier) @name))
  ]
  body: (_)? @body) @definition.method
(field_declaration
  type: (_) @type
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name)
    (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name)))
    (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]) @definition.method @flag.overload
(field_declaration type: (_) @type declarator: (reference_declarator (field_identifier) @name)) @definition.field

; `Foo::Foo() = default;` outside of the class is read as an assignment.
((expression_statement
  (assignment_expression left: (call_expression function: (qualified_identifier) @name) right: (identifier) @_default)) @definition.function
  (#any-of? @_default "default" "delete"))

; Google Test's macros look like functions; the test's name is their second argument.
((function_definition
  declarator: (function_declarator
    declarator: (identifier) @_test
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @container) . (parameter_declaration type: (type_identifier) @name) .))
  body: (_) @body) @definition.function
  (#any-of? @_test "TEST" "TEST_F" "TEST_P" "TYPED_TEST" "TYPED_TEST_P" "BENCHMARK_F" "BENCHMARK_DEFINE_F"))

; Defined outside of their class.
(function_definition
  type: (_)? @type
  declarator: [
    (function_declarator declarator: (qualified_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @name)))
    (reference_declarator (function_declarator declarator: (qualified_identifier) @name))
    (qualified_identifier name: (operator_cast)) @name
  ]
  body: (_)? @body) @definition.function
(declaration declarator: (init_declarator declarator: (qualified_identifier) @name)) @definition.variable
(declaration type: (_) @type declarator: (reference_declarator (identifier) @name)) @definition.variable
(declaration type: (_) @type declarator: (init_declarator declarator: (reference_declarator (identifier) @name))) @definition.variable
; Inside a function `Foo foo(bar);` is a variable, whatever it looks like.
(compound_statement
  (declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type declarator: (function_declarator declarator: (identifier) @binding.variable)))

(parameter_declaration
  type: (_) @type
  declarator: [
    (reference_declarator (identifier) @binding.parameter)
    (pointer_declarator declarator: (reference_declarator (identifier) @binding.parameter))
  ])
(optional_parameter_declaration
  type: (_) @type
  declarator: [
    (identifier) @binding.parameter
    (pointer_declarator declarator: (identifier) @binding.parameter)
    (reference_declarator (identifier) @binding.parameter)
  ])
(variadic_parameter_declaration
  type: (_) @type
  declarator: [
    (variadic_declarator (identifier) @binding.parameter)
    (reference_declarator (variadic_declarator (identifier) @binding.parameter))
  ])
(for_range_loop
  type: (_) @type
  declarator: [
    (identifier) @binding.variable
    (pointer_declarator declarator: (identifier) @binding.variable)
    (reference_declarator (identifier) @binding.variable)
  ]
  right: (_) @element)
; `auto x = f()`: its type is that of the value.
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (reference_declarator (identifier) @name)
    ]
    value: (_) @value)) @definition.variable

; `static_cast<T*>(x)->f()`, `std::make_unique<T>(x)->f()`
((call_expression
  function: [
    (template_function name: (identifier) @_cast arguments: (template_argument_list . (type_descriptor type: (_) @cast.type)))
    (qualified_identifier
      name: (template_function name: (identifier) @_cast arguments: (template_argument_list . (type_descriptor type: (_) @cast.type))))
  ]) @cast
  (#any-of? @_cast
    "static_cast" "dynamic_cast" "reinterpret_cast" "const_cast" "make_unique" "make_shared" "down_cast" "any_cast" "bit_cast" "get_if"))

; `using ns::f;` and `using namespace ns;`
(using_declaration (qualified_identifier) @use)
(using_declaration "namespace" [(identifier) (qualified_identifier)] @import.module) @import.star @import.namespace
(namespace_alias_definition name: (namespace_identifier) @import.alias (_) @import.module @import.namespace)

;; references

(template_argument_list) @skipped
(namespace_identifier) @reference.read
(call_expression
  function: [
    (template_function name: (identifier) @reference.call)
    (field_expression field: (template_method name: (field_identifier) @reference.call))
    (qualified_identifier name: (identifier) @reference.call)
    (qualified_identifier name: (template_function name: (identifier) @reference.call))
    (qualified_identifier name: (qualified_identifier name: (identifier) @reference.call))
    (qualified_identifier name: (qualified_identifier name: (template_function name: (identifier) @reference.call)))
    (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (identifier) @reference.call)))
  ])
(new_expression
  type: [
    (type_identifier) @reference.call
    (template_type name: (type_identifier) @reference.call)
    (qualified_identifier name: [(type_identifier) @reference.call (template_type name: (type_identifier) @reference.call)])
  ])
(compound_literal_expression
  type: [(type_identifier) @reference.call (template_type name: (type_identifier) @reference.call)])
(field_initializer [(field_identifier) @reference.write (qualified_identifier name: (identifier) @reference.write)])

(base_class_clause
  [
    (type_identifier) @reference.inherit
    (template_type name: (type_identifier) @reference.inherit)
    (qualified_identifier
      name: [
        (type_identifier) @reference.inherit
        (template_type name: (type_identifier) @reference.inherit)
        (qualified_identifier name: [(type_identifier) @reference.inherit (template_type name: (type_identifier) @reference.inherit)])
      ])
  ])
(using_declaration [(identifier) @reference.import (qualified_identifier name: (identifier) @reference.import)])
(using_declaration (qualified_identifier name: (qualified_identifier name: (identifier) @reference.import)))

(lambda_expression) @scope.function
(class_specifier body: (_) @scope.class)
(struct_specifier body: (_) @scope.class)
(union_specifier body: (_) @scope.class)
(namespace_definition) @scope.module
[(for_range_loop) (if_statement) (while_statement) (catch_clause) (template_declaration)] @scope.block

(type_parameter_declaration (type_identifier) @binding.parameter)
(optional_type_parameter_declaration name: (type_identifier) @binding.parameter)
(variadic_type_parameter_declaration (type_identifier) @binding.parameter)
(structured_binding_declarator (identifier) @binding.variable)
(declaration declarator: (reference_declarator (identifier) @binding.variable))
(declaration declarator: (init_declarator declarator: (reference_declarator (identifier) @binding.variable)))
(lambda_capture_initializer left: (identifier) @binding.variable)
