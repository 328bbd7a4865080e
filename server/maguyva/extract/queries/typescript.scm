; What is TypeScript's alone: types, signatures, ambient declarations.

(ambient_declaration (_) @inner) @wrap
(expression_statement (internal_module) @inner) @wrap
(class_body (decorator) @wrap . [(method_definition) (public_field_definition) (abstract_method_signature)] @inner)

(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (class name: (type_identifier) @name body: (_) @body)) @definition.class @flag.default_export
  (#eq? @_module "module") (#eq? @_exports "exports"))
(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (type_identifier) @name value: (_) @type) @definition.type
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_body name: (property_identifier) @name @definition.enum_member)
(enum_body name: (string (string_fragment) @name) @definition.enum_member)
(enum_assignment name: [(property_identifier) @name (string (string_fragment) @name)] value: (_) @value) @definition.enum_member
(internal_module name: (_) @name body: (_) @body) @definition.namespace
(module name: [(identifier) @name (nested_identifier) @name (string (string_fragment) @name)] body: (_)? @body) @definition.module

(function_signature name: (identifier) @name parameters: (_) @head) @definition.function
(abstract_method_signature name: [(property_identifier) (private_property_identifier)] @name parameters: (_) @head)
  @definition.method @flag.abstract
(method_signature ["get" "set"] name: (property_identifier) @name parameters: (_) @head) @definition.property
(method_signature name: [(property_identifier) (private_property_identifier)] @name parameters: (_) @head) @definition.method
(interface_body (property_signature name: (property_identifier) @name type: (type_annotation (_) @type)?) @definition.field)
(interface_body (property_signature name: (string (string_fragment) @name)) @definition.field)
(type_alias_declaration value: [
  (object_type (property_signature name: (property_identifier) @name type: (type_annotation (_) @type)?) @definition.field)
  (intersection_type (object_type
    (property_signature name: (property_identifier) @name type: (type_annotation (_) @type)?) @definition.field))])

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function parameters: (_) @head body: (_) @body)
    (arrow_function parameter: (_) @head body: (_) @body)
    (function_expression parameters: (_) @head body: (_) @body)]) @definition.method
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  type: (type_annotation (_) @annotation)? value: (_)? @value) @definition.field
(required_parameter [(accessibility_modifier) "readonly"] @owned pattern: (identifier) @name type: (type_annotation (_) @type)? value: (_)? @value)
  @definition.field
(optional_parameter [(accessibility_modifier) "readonly"] @owned pattern: (identifier) @name type: (type_annotation (_) @type)?)
  @definition.field

; Declared and returned types, added to what the shared patterns define.
(function_declaration name: (_) @name return_type: (_ (_) @type))
(generator_function_declaration name: (_) @name return_type: (_ (_) @type))
(function_signature name: (_) @name return_type: (_ (_) @type))
(method_definition name: [(property_identifier) (private_property_identifier)] @name return_type: (_ (_) @type))
(method_signature name: (property_identifier) @name return_type: (_ (_) @type))
(abstract_method_signature name: (property_identifier) @name return_type: (_ (_) @type))
(variable_declarator name: (identifier) @name value: (arrow_function return_type: (_ (_) @type)))
(variable_declarator name: (identifier) @name value: (function_expression return_type: (_ (_) @type)))
(public_field_definition name: (property_identifier) @name value: (arrow_function return_type: (_ (_) @type)))
(variable_declarator name: (identifier) @name type: (type_annotation (_) @annotation))

(required_parameter pattern: (identifier) @binding.parameter type: (type_annotation (_) @type)? value: (_)? @value)
(optional_parameter pattern: (identifier) @binding.parameter type: (type_annotation (_) @type)? value: (_)? @value)
(required_parameter pattern: (rest_pattern (identifier) @binding.parameter) type: (type_annotation (_) @type)?)
(type_parameter name: (type_identifier) @binding.parameter @generic constraint: (constraint (_) @type)? value: (default_type (_) @value)?)

; What is taken apart.
(formal_parameters
  (required_parameter pattern: [(object_pattern) (array_pattern)] @pattern @pattern.parameter type: (type_annotation (_) @pattern.type)?))
  @pattern.list
(formal_parameters
  (optional_parameter pattern: [(object_pattern) (array_pattern)] @pattern @pattern.parameter type: (type_annotation (_) @pattern.type)?))
  @pattern.list
(variable_declarator name: [(object_pattern) (array_pattern)] @pattern type: (type_annotation (_) @pattern.type))

(if_statement
  condition: (parenthesized_expression (call_expression function: (_) @narrow.guard arguments: (arguments . (_) @narrow.name)))
  consequence: (_) @narrow.scope)

(extends_clause value: (_) @heritage type_arguments: (_) @heritage)
(implements_clause (generic_type) @heritage)
(extends_type_clause type: (generic_type) @heritage)
(export_statement "=" @exports.name (_) @exports)

(import_statement "type" @import.type_only
  (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_)? @import.alias))) source: (string) @import.module)
(import_statement "type" @import.type_only (import_clause (identifier) @import.alias) source: (string) @import.module)
(import_statement "type" @import.type_only (import_clause (namespace_import (identifier) @import.alias)) source: (string) @import.module)
(import_statement
  (import_clause (named_imports (import_specifier "type" @import.type_only name: (_) @import.name alias: (_)? @import.alias)))
  source: (string) @import.module)
(export_statement "type" @import.type_only
  (export_clause (export_specifier name: (_) @import.name alias: (_)? @import.alias)) source: (string) @import.module)
(import_statement (import_require_clause (identifier) @import.alias source: (string) @import.module)) @import.namespace
(export_statement "=" @import.namespace (identifier) @import.name) @import.exported
(import_alias (identifier) @binding.variable [(identifier) (nested_identifier)] @value)

;; references

(type_identifier) @reference.type
(type_arguments) @skipped

(call_expression function: [
  (non_null_expression [(identifier) @reference.call (member_expression property: (property_identifier) @reference.call)])
  (instantiation_expression (identifier) @reference.call)])

(extends_clause value: [(identifier) @reference.inherit (member_expression property: (property_identifier) @reference.inherit)])
(implements_clause [
  (type_identifier) @reference.inherit
  (nested_type_identifier name: (type_identifier) @reference.inherit)
  (generic_type name: [(type_identifier) @reference.inherit (nested_type_identifier name: (type_identifier) @reference.inherit)])])
(extends_type_clause type: [
  (type_identifier) @reference.inherit
  (nested_type_identifier name: (type_identifier) @reference.inherit)
  (generic_type name: [(type_identifier) @reference.inherit (nested_type_identifier name: (type_identifier) @reference.inherit)])])

(object_type (property_signature name: (property_identifier) @key.write) @signature)
[(object_type) (interface_body)] @scope.object
(object_type (index_signature (mapped_type_clause))) @mapped
(index_signature index_type: (_) type: (type_annotation (_) @index.type))
(required_parameter pattern: (this) type: (type_annotation (_) @this.type))
(call_signature) @signature.call
(construct_signature) @signature.new
(arrow_function return_type: (_ (_) @returned.type))
(function_expression return_type: (_ (_) @returned.type))
(call_signature return_type: (_ (_) @returned.type))
(construct_signature type: (type_annotation (_) @returned.type))
[(as_expression) (satisfies_expression)] @asserted
(arrow_function body: [(as_expression) (satisfies_expression) (non_null_expression)] @returned)
(index_signature name: (identifier) @ignore)
(internal_module name: (nested_identifier property: (_) @ignore))
(module name: (nested_identifier property: (_) @ignore))

[(function_signature) (method_signature) (abstract_method_signature) (call_signature) (construct_signature) (function_type) (constructor_type)]
  @scope.function
(internal_module body: (_) @scope.module)
(module body: (_) @scope.module)
(ambient_declaration (statement_block) @scope.module)
[(tuple_type) (conditional_type) (index_signature)] @scope.block
(class_declaration type_parameters: (_)) @scope.block
(abstract_class_declaration type_parameters: (_)) @scope.block
(interface_declaration type_parameters: (_)) @scope.block
(type_alias_declaration type_parameters: (_)) @scope.block

(infer_type (type_identifier) @binding.parameter)
(mapped_type_clause name: (type_identifier) @binding.parameter)
(formal_parameters (required_parameter pattern: (rest_pattern (identifier) @binding.parameter)))
(required_parameter pattern: (object_pattern [
  (shorthand_property_identifier_pattern) @binding.parameter
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding.parameter)
  (pair_pattern value: (identifier) @binding.parameter)]))
