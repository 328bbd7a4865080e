(namespace_definition name: (namespace_name) @name body: (_)? @body) @definition.namespace

(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.trait
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(enum_case name: (name) @name) @definition.enum_member
(function_definition name: (name) @name return_type: (_)? @type body: (_) @body) @definition.function
(method_declaration name: (name) @name (#any-of? @name "__construct") body: (_)? @body) @definition.constructor
(method_declaration name: (name) @name return_type: (_)? @type body: (_)? @body) @definition.method
(property_declaration type: (_)? @type (property_element name: (variable_name (name) @name))) @definition.property
(property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @definition.property
(const_declaration (const_element . (name) @name)) @definition.constant
(function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument [(string (string_content) @name) (encapsed_string (string_content) @name)]))
  (#eq? @_define "define")) @definition.constant

;; references

(function_call_expression function: [(name) @reference.call (qualified_name (name) @reference.call)])
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression name: (name) @reference.call)
(object_creation_expression [(name) @reference.call (qualified_name (name) @reference.call)])

(scoped_call_expression scope: [(name) @reference.type (qualified_name (name) @reference.type)])
(class_constant_access_expression . [(name) @reference.type (qualified_name (name) @reference.type)] (name) @reference.read)
(scoped_property_access_expression scope: [(name) @reference.type (qualified_name (name) @reference.type)])
(named_type [(name) @reference.type (qualified_name (name) @reference.type)])
(binary_expression right: [(name) @reference.type (qualified_name (name) @reference.type)])

(member_access_expression name: (name) @reference.read)
(nullsafe_member_access_expression name: (name) @reference.read)
(scoped_property_access_expression name: (variable_name (name) @reference.read))
(argument (name) @reference.read)
(assignment_expression right: (name) @reference.read)
(return_statement (name) @reference.read)
(binary_expression left: (name) @reference.read)
(array_element_initializer (name) @reference.read)
(assignment_expression left: (member_access_expression name: (name) @reference.write))
(assignment_expression left: (scoped_property_access_expression name: (variable_name (name) @reference.write)))

(namespace_use_clause . [(name) @reference.import (qualified_name (name) @reference.import)])
(base_clause [(name) @reference.inherit (qualified_name (name) @reference.inherit)])
(class_interface_clause [(name) @reference.inherit (qualified_name (name) @reference.inherit)])
(use_declaration [(name) @reference.inherit (qualified_name (name) @reference.inherit)])
(attribute [(name) @reference.decorate (qualified_name (name) @reference.decorate)])
