; What is JavaScript's alone: classes without types.

(class_declaration name: (identifier) @name (class_heritage)? @head body: (_) @body) @definition.class
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (class name: (identifier) @name body: (_) @body)) @definition.class @flag.default_export
  (#eq? @_module "module") (#eq? @_exports "exports"))

(field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function parameters: (_) @head body: (_) @body)
    (arrow_function parameter: (_) @head body: (_) @body)
    (function_expression parameters: (_) @head body: (_) @body)]) @definition.method
(field_definition property: [(property_identifier) (private_property_identifier)] @name value: (_)? @value) @definition.field

(formal_parameters (assignment_pattern left: (identifier) @binding.parameter right: (_) @value))
(formal_parameters [
  (object_pattern) @pattern @pattern.parameter
  (array_pattern) @pattern @pattern.parameter
  (assignment_pattern left: [(object_pattern) (array_pattern)] @pattern @pattern.parameter)]) @pattern.list

;; references

(class_heritage [(identifier) @reference.inherit (member_expression property: (property_identifier) @reference.inherit)])

(formal_parameters [
  (identifier) @binding.parameter
  (rest_pattern (identifier) @binding.parameter)
  (object_pattern [
    (shorthand_property_identifier_pattern) @binding.parameter
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding.parameter)
    (pair_pattern value: (identifier) @binding.parameter)])])
