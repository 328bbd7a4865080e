(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.class
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(struct_member type: (_) @type name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
(enum_value) @name @definition.enum_member
(event_definition name: (identifier) @name) @definition.event
(error_declaration name: (identifier) @name) @definition.type
(user_defined_type_definition name: (identifier) @name) @definition.type
(constant_variable_declaration type: (_) @type name: (identifier) @name) @definition.constant
(state_variable_declaration type: (_) @type name: (identifier) @name) @definition.field
(function_definition name: (identifier) @name body: (_)? @body) @definition.function
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.function
(constructor_definition "constructor" @name body: (_)? @body) @definition.constructor
(fallback_receive_definition ["receive" "fallback"] @name body: (_)? @body) @definition.function

;; references

(identifier) @reference.read
(call_expression
  function: (expression
    [
      (identifier) @reference.call
      (member_expression property: (identifier) @reference.call)
      (new_expression name: (type_name (user_defined_type (identifier) @reference.call)))
    ]))
(user_defined_type (identifier) @reference.type)
(type_alias (identifier) @reference.type)
(emit_statement name: (expression (identifier) @reference.call))
(revert_statement error: (expression (identifier) @reference.call))
(modifier_invocation (identifier) @reference.decorate)
(assignment_expression left: (expression [(identifier) @reference.write (member_expression property: (identifier) @reference.write)]))
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.inherit))
(import_directive import_name: (identifier) @reference.import)
(import_directive source: (string) @reference.import)
