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

; ---- imports ----

(import_declaration (scoped_identifier scope: (_) @import.module name: (identifier) @import.name) .)
(import_declaration [(identifier) (scoped_identifier)] @import.module (asterisk) @import.star)

; ---- what is known of names ----

(formal_parameter type: (_) @type name: (identifier) @binding.parameter)
(spread_parameter . [(type_identifier) (scoped_type_identifier) (generic_type) (array_type)] @type (variable_declarator name: (identifier) @binding.parameter))
(spread_parameter
  (modifiers) . [(type_identifier) (scoped_type_identifier) (generic_type) (array_type)] @type
  (variable_declarator name: (identifier) @binding.parameter))
(catch_formal_parameter (catch_type) @type name: (identifier) @binding.parameter)
(type_parameter (type_identifier) @binding.parameter (type_bound (_) @type))
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @binding.variable))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @binding.variable value: (_) @value))
(local_variable_declaration
  type: (type_identifier) @_inferred
  declarator: (variable_declarator
    name: (identifier) @binding.variable
    value: [(object_creation_expression type: (_) @type) (cast_expression type: (_) @type) (array_creation_expression type: (_) @type)])
  (#eq? @_inferred "var"))
(enhanced_for_statement type: (_) @type name: (identifier) @binding.variable)
(enhanced_for_statement name: (identifier) @binding.variable value: (_) @element)
(resource type: (_) @type name: (identifier) @binding.variable)
(resource name: (identifier) @binding.variable value: (_) @value)
(instanceof_expression right: (_) @type name: (identifier) @binding.variable)
(type_pattern . (_) @type (identifier) @binding.variable .)
(record_pattern_component . (_) @type (identifier) @binding.variable .)

((cast_expression type: (_) @cast.type) @cast)
((parenthesized_expression (cast_expression type: (_) @cast.type)) @cast)
((object_creation_expression type: (_) @cast.type (class_body)) @cast)
((parenthesized_expression (object_creation_expression type: (_) @cast.type)) @cast)

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
(element_value_pair key: (identifier) @keyword)
[(argument_list) (annotation_argument_list)] @arguments
(type_arguments) @skipped
(package_declaration [(identifier) @ignore (scoped_identifier (identifier) @ignore)])
(package_declaration (scoped_identifier (scoped_identifier (identifier) @ignore)))
[(labeled_statement . (identifier) @ignore) (break_statement (identifier) @ignore) (continue_statement (identifier) @ignore)]

(annotation name: [(identifier) @reference.decorate (scoped_identifier name: (identifier) @reference.decorate)])

; Type parameters and bases stand in a scope around the body, outside which the type's own name is bound.
[(class_declaration) (record_declaration) (interface_declaration) (annotation_type_declaration) (enum_declaration)] @scope.block
[(class_body) (interface_body) (annotation_type_body) (enum_body)] @scope.class
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

(inferred_parameters (identifier) @binding.parameter)
(lambda_expression parameters: (identifier) @binding.parameter)
(type_parameter (type_identifier) @binding.parameter)
(spread_parameter (variable_declarator name: (identifier) @binding.parameter))
