; The package is a symbol of the file, so that an import can be followed to it.
(package_declaration [(identifier) @name (scoped_identifier) @name]) @definition.namespace

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @definition.field))

(method_declaration type: (_) @type name: (identifier) @name body: (_)? @body) @definition.method
(annotation_type_element_declaration type: (_) @type name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(field_declaration
  (modifiers "static" "final") type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(field_declaration
  (modifiers "final" "static") type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @definition.constant

(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @definition.constant

;; references

(identifier) @reference.read
(type_identifier) @reference.type

(method_invocation name: (identifier) @reference.call)
(method_reference (_) (identifier) @reference.call .)
(object_creation_expression
  type: [
    (type_identifier) @reference.call
    (generic_type [(type_identifier) @reference.call (scoped_type_identifier (type_identifier) @reference.call .)])
    (scoped_type_identifier (type_identifier) @reference.call .)
  ])

(assignment_expression left: [(identifier) @reference.write (field_access field: (identifier) @reference.write)])
(update_expression [(identifier) @reference.write (field_access field: (identifier) @reference.write)])

(import_declaration [(identifier) @reference.import (scoped_identifier name: (identifier) @reference.import)])

(superclass
  [
    (type_identifier) @reference.inherit
    (generic_type [(type_identifier) @reference.inherit (scoped_type_identifier (type_identifier) @reference.inherit .)])
    (scoped_type_identifier (type_identifier) @reference.inherit .)
  ])
(super_interfaces
  (type_list
    [
      (type_identifier) @reference.inherit
      (generic_type [(type_identifier) @reference.inherit (scoped_type_identifier (type_identifier) @reference.inherit .)])
      (scoped_type_identifier (type_identifier) @reference.inherit .)
    ]))
(extends_interfaces
  (type_list
    [
      (type_identifier) @reference.inherit
      (generic_type [(type_identifier) @reference.inherit (scoped_type_identifier (type_identifier) @reference.inherit .)])
      (scoped_type_identifier (type_identifier) @reference.inherit .)
    ]))

(marker_annotation name: [(identifier) @reference.decorate (scoped_identifier name: (identifier) @reference.decorate)])
(annotation name: [(identifier) @reference.decorate (scoped_identifier name: (identifier) @reference.decorate)])

[
  (class_declaration)
  (record_declaration)
  (interface_declaration)
  (annotation_type_declaration)
  (enum_declaration)
  (object_creation_expression (class_body))
] @scope.class
[(method_declaration) (constructor_declaration) (compact_constructor_declaration) (lambda_expression) (static_initializer)] @scope.function
[
  (block)
  (for_statement)
  (enhanced_for_statement)
  (catch_clause)
  (try_with_resources_statement)
  (switch_block_statement_group)
  (switch_rule)
] @scope.block

(formal_parameter name: (identifier) @binding.parameter)
(spread_parameter (variable_declarator name: (identifier) @binding.parameter))
(catch_formal_parameter name: (identifier) @binding.parameter)
(inferred_parameters (identifier) @binding.parameter)
(lambda_expression parameters: (identifier) @binding.parameter)
(type_parameter (type_identifier) @binding.parameter)
(local_variable_declaration declarator: (variable_declarator name: (identifier) @binding.variable))
(enhanced_for_statement name: (identifier) @binding.variable)
(resource name: (identifier) @binding.variable)
(instanceof_expression name: (identifier) @binding.variable)
(type_pattern (identifier) @binding.variable .)
(record_pattern_component (identifier) @binding.variable .)
