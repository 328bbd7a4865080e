(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace
(class_declaration name: (identifier) @name body: (_)? @body) @definition.class
(record_declaration name: (identifier) @name body: (_)? @body) @definition.class
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enum_member
(delegate_declaration type: (_) @type name: (identifier) @name) @definition.type

(method_declaration returns: (_) @type name: (identifier) @name body: (_)? @body) @definition.method
(local_function_statement type: (_) @type name: (identifier) @name body: (_)? @body) @definition.function
(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.constructor
(destructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(operator_declaration type: (_) @type operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration type: (_) @name @type body: (_)? @body) @definition.method

(property_declaration type: (_) @type name: (identifier) @name accessors: (_)? @body) @definition.property
(indexer_declaration type: (_) @type "this" @name accessors: (_)? @body) @definition.property
(record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @definition.property))
(event_declaration type: (_) @type name: (identifier) @name accessors: (_)? @body) @definition.event
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.event
(field_declaration
  (modifier "const") (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.constant
(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.field

; ---- imports ----

(using_directive !name [(identifier) (qualified_name)] @import.module @import.star)
(using_directive "global" [(identifier) (qualified_name)] @import.module @import.star @import.global)
(using_directive
  name: (identifier) @import.alias
  (qualified_name qualifier: (_) @import.module name: [(identifier) @import.name (generic_name (identifier) @import.name)]))
(using_directive name: (identifier) @import.alias . [(identifier) @import.name (generic_name (identifier) @import.name)])

; ---- what is known of names ----

(parameter type: (_) @type name: (identifier) @binding.parameter)
((_
  (type_parameter_list (type_parameter name: (identifier) @binding.parameter))
  (type_parameter_constraints_clause . (identifier) @_of (type_parameter_constraint . [(identifier) (generic_name) (qualified_name)] @type)))
  (#eq? @_of @binding.parameter))
(parameter (modifier) @_this type: (_) @type name: (identifier) @binding.parameter @extended (#eq? @_this "this"))
(catch_declaration type: (_) @type name: (identifier) @binding.parameter)
(local_declaration_statement
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @binding.variable)))
(using_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @binding.variable)))
(for_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @binding.variable)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @binding.variable (_) @value .))
(variable_declaration
  type: (implicit_type)
  (variable_declarator
    name: (identifier) @binding.variable
    [
      (object_creation_expression type: (_) @type)
      (cast_expression type: (_) @type)
      (as_expression right: (_) @type)
      (array_creation_expression type: (_) @type)
    ]))
(foreach_statement type: (_) @type left: (identifier) @binding.variable)
(foreach_statement left: (identifier) @binding.variable right: (_) @element)
(declaration_pattern type: (_) @type name: (identifier) @binding.variable)
(declaration_expression type: (_) @type name: (identifier) @binding.variable)
(recursive_pattern type: (_) @type name: (identifier) @binding.variable)

((cast_expression type: (_) @cast.type) @cast)
((as_expression right: (_) @cast.type) @cast)
((parenthesized_expression (cast_expression type: (_) @cast.type)) @cast)
((parenthesized_expression (as_expression right: (_) @cast.type)) @cast)
((object_creation_expression type: (_) @cast.type initializer: (_)) @cast)
((parenthesized_expression (object_creation_expression type: (_) @cast.type)) @cast)

;; references

(identifier) @reference.read

(invocation_expression
  function: [
    (identifier) @reference.call
    (generic_name (identifier) @reference.call)
    (member_access_expression name: [(identifier) @reference.call (generic_name (identifier) @reference.call)])
    (conditional_access_expression
      (member_binding_expression name: [(identifier) @reference.call (generic_name (identifier) @reference.call)]))
  ])
(object_creation_expression
  type: [
    (identifier) @reference.call
    (generic_name (identifier) @reference.call)
    (qualified_name name: [(identifier) @reference.call (generic_name (identifier) @reference.call)])
  ])

(_ type: [(identifier) @reference.type (generic_name (identifier) @reference.type)])
(_ type: (qualified_name name: [(identifier) @reference.type (generic_name (identifier) @reference.type)]))
(_ type: (nullable_type [(identifier) @reference.type (generic_name (identifier) @reference.type)]))
(_ type: (array_type type: [(identifier) @reference.type (generic_name (identifier) @reference.type)]))
(_ returns: [(identifier) @reference.type (generic_name (identifier) @reference.type)])
(_ returns: (nullable_type [(identifier) @reference.type (generic_name (identifier) @reference.type)]))
(type_argument_list [(identifier) @reference.type (generic_name (identifier) @reference.type)])
(type_parameter_constraint [(identifier) @reference.type (generic_name (identifier) @reference.type)])
(as_expression right: [(identifier) @reference.type (generic_name (identifier) @reference.type)])

[(argument_list) (initializer_expression) (attribute_argument_list)] @arguments
(type_argument_list) @skipped
(argument name: (identifier) @keyword)
(attribute_argument (identifier) @keyword "=")
(object_creation_expression initializer: (initializer_expression (assignment_expression left: (identifier) @keyword)))
(type_parameter_constraints_clause (identifier) @reference.type)
[
  (labeled_statement (identifier) @ignore)
  (goto_statement (identifier) @ignore)
  (namespace_declaration name: (identifier) @ignore)
  (namespace_declaration name: (qualified_name (identifier) @ignore))
  (namespace_declaration name: (qualified_name (qualified_name (identifier) @ignore)))
  (namespace_declaration name: (qualified_name (qualified_name (qualified_name (identifier) @ignore))))
  (file_scoped_namespace_declaration name: (identifier) @ignore)
  (file_scoped_namespace_declaration name: (qualified_name (identifier) @ignore))
  (file_scoped_namespace_declaration name: (qualified_name (qualified_name (identifier) @ignore)))
  (file_scoped_namespace_declaration name: (qualified_name (qualified_name (qualified_name (identifier) @ignore))))
]

(assignment_expression left: [(identifier) @reference.write (member_access_expression name: (identifier) @reference.write)])
(postfix_unary_expression [(identifier) @reference.write (member_access_expression name: (identifier) @reference.write)] ["++" "--"])
(prefix_unary_expression ["++" "--"] [(identifier) @reference.write (member_access_expression name: (identifier) @reference.write)])

(using_directive [(identifier) @reference.import (qualified_name name: (identifier) @reference.import)])

(base_list
  [
    (identifier) @reference.inherit
    (generic_name (identifier) @reference.inherit)
    (qualified_name name: [(identifier) @reference.inherit (generic_name (identifier) @reference.inherit)])
    (primary_constructor_base_type type: [(identifier) @reference.inherit (generic_name (identifier) @reference.inherit)])
  ])
(attribute name: [(identifier) @reference.decorate (qualified_name name: (identifier) @reference.decorate)])

(namespace_declaration) @scope.module
; Type parameters and bases stand in a scope around the body, outside which the type's own name is bound.
[(class_declaration) (record_declaration) (struct_declaration) (interface_declaration) (enum_declaration) (delegate_declaration)] @scope.block
(class_declaration body: (_) @scope.class)
(record_declaration body: (_) @scope.class)
(struct_declaration body: (_) @scope.class)
(interface_declaration body: (_) @scope.class)
(enum_declaration body: (_) @scope.class)
[
  (method_declaration)
  (constructor_declaration)
  (destructor_declaration)
  (operator_declaration)
  (conversion_operator_declaration)
  (indexer_declaration)
  (property_declaration)
  (local_function_statement)
  (lambda_expression)
  (anonymous_method_expression)
] @scope.function
[(block) (for_statement) (foreach_statement) (catch_clause) (using_statement) (switch_section)] @scope.block

(parameter_list name: (identifier) @binding.parameter)
(lambda_expression parameters: (implicit_parameter) @binding.parameter)
(type_parameter name: (identifier) @binding.parameter)
(var_pattern name: (identifier) @binding.variable)
