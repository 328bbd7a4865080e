(package_header (identifier) @name) @definition.namespace
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration (type_identifier) @name (enum_class_body) @body) @definition.enum

(class_declaration (type_identifier) @name (class_body)? @body) @definition.class
(object_declaration (type_identifier) @name (class_body)? @body) @definition.object
(companion_object (type_identifier) @name (class_body)? @body) @definition.object
(enum_entry (simple_identifier) @name) @definition.enum_member
(type_alias (type_identifier) @name) @definition.type
(function_declaration (simple_identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
(property_declaration (modifiers (property_modifier)) (variable_declaration (simple_identifier) @name)) @definition.constant
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(property_declaration (variable_declaration (simple_identifier) @name)) @definition.variable

;; references

(simple_identifier) @reference.read
(type_identifier) @reference.type
(call_expression . [(simple_identifier) @reference.call (navigation_expression (navigation_suffix (simple_identifier) @reference.call))])
(infix_expression (_) . (simple_identifier) @reference.call . (_))
(callable_reference (simple_identifier) @reference.read)
(directly_assignable_expression [(simple_identifier) @reference.write (navigation_suffix (simple_identifier) @reference.write)])
(import_header (identifier (simple_identifier) @reference.import .))
(delegation_specifier
  [
    (user_type (type_identifier) @reference.inherit .)
    (user_type (type_identifier) @reference.inherit . (type_arguments))
    (constructor_invocation (user_type (type_identifier) @reference.inherit .))
    (constructor_invocation (user_type (type_identifier) @reference.inherit . (type_arguments)))
    (explicit_delegation (user_type (type_identifier) @reference.inherit .))
    (explicit_delegation (user_type (type_identifier) @reference.inherit . (type_arguments)))
  ])
(annotation
  [
    (user_type (type_identifier) @reference.decorate)
    (constructor_invocation (user_type (type_identifier) @reference.decorate))
  ])

[
  (function_declaration)
  (anonymous_function)
  (lambda_literal)
  (secondary_constructor)
  (anonymous_initializer)
  (getter)
  (setter)
] @scope.function
