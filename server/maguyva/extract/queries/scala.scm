(package_clause name: (package_identifier) @name) @definition.namespace
(package_object name: (_) @name body: (_)? @body) @definition.object

(class_definition name: (_) @name body: (_)? @body) @definition.class
(object_definition name: (_) @name body: (_)? @body) @definition.object
(trait_definition name: (_) @name body: (_)? @body) @definition.trait
(enum_definition name: (_) @name body: (_)? @body) @definition.enum
(simple_enum_case name: (_) @name) @definition.enum_member
(full_enum_case name: (_) @name) @definition.enum_member
(type_definition name: (type_identifier) @name) @definition.type
(function_definition name: (_) @name return_type: (_)? @type body: (_)? @body) @definition.function
(function_declaration name: (_) @name return_type: (_)? @type) @definition.function
(given_definition name: (_) @name body: (_)? @body) @definition.object
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (identifier) @name type: (_)? @type) @definition.property))
(class_parameter ["val" "var"] name: (identifier) @name type: (_)? @type) @definition.property
(template_body (var_definition pattern: [(identifier) @name (identifiers (identifier) @name)] type: (_)? @type) @definition.property)
(template_body (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)] type: (_)? @type) @definition.property)

(val_definition pattern: [(identifier) @name (identifiers (identifier) @name)] type: (_)? @type) @definition.variable
(var_definition pattern: [(identifier) @name (identifiers (identifier) @name)] type: (_)? @type) @definition.variable
(val_declaration name: (_) @name type: (_)? @type) @definition.property
(var_declaration name: (_) @name type: (_)? @type) @definition.property

;; references

(identifier) @reference.read
(type_identifier) @reference.type
(call_expression
  function: [
    (identifier) @reference.call
    (field_expression field: (identifier) @reference.call)
    (generic_function function: [(identifier) @reference.call (field_expression field: (identifier) @reference.call)])
  ])
(infix_expression operator: (identifier) @reference.call)
(instance_expression [(type_identifier) @reference.call (generic_type type: (type_identifier) @reference.call)])
(assignment_expression left: [(identifier) @reference.write (field_expression field: (identifier) @reference.write)])
(import_declaration path: (identifier) @reference.import .)
(namespace_selectors [(identifier) @reference.import (arrow_renamed_identifier name: (identifier) @reference.import)])
(extends_clause
  type: [
    (type_identifier) @reference.inherit
    (generic_type type: (type_identifier) @reference.inherit)
    (stable_type_identifier (type_identifier) @reference.inherit .)
    (compound_type [(type_identifier) @reference.inherit (generic_type type: (type_identifier) @reference.inherit)])
  ])
(annotation name: (type_identifier) @reference.decorate)

[(function_definition) (lambda_expression)] @scope.function
[(block) (case_block)] @scope.block
