((method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body)? @body)
((method_signature (getter_signature name: (identifier) @name)) @definition.property . (function_body)? @body)
((method_signature (setter_signature name: (identifier) @name)) @definition.property . (function_body)? @body)
((method_signature (operator_signature (_) @name . (formal_parameter_list))) @definition.method . (function_body)? @body)
((method_signature (constructor_signature name: (identifier) @name . parameters: (_))) @definition.constructor . (function_body)? @body)
((method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
  . (function_body)? @body)
(local_function_declaration (lambda_expression parameters: (function_signature name: (identifier) @name) body: (_) @body)) @definition.function
; A function's body is its signature's neighbour: a definition reaches to the end of its body.
((function_signature name: (identifier) @name) @definition.function . (function_body)? @body)
((getter_signature name: (identifier) @name) @definition.property . (function_body)? @body)
((setter_signature name: (identifier) @name) @definition.property . (function_body)? @body)
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration (getter_signature name: (identifier) @name)) @definition.property
(declaration (constructor_signature name: (identifier) @name . parameters: (_))) @definition.constructor
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor

(class_definition name: (identifier) @name body: (_) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(extension_declaration name: (identifier) @name body: (_) @body) @definition.class
(type_alias . (type_identifier) @name) @definition.type

(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.constant
(program (initialized_identifier_list (initialized_identifier . (identifier) @name)) @definition.variable)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name)) @definition.constant)

;; references

(identifier) @reference.read
(type_identifier) @reference.type
((identifier) @reference.call . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part)))
((selector (conditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part)))
(cascade_section (cascade_selector (identifier) @reference.call) . (argument_part))
(new_expression (type_identifier) @reference.call)
(const_object_expression (type_identifier) @reference.call)
(assignment_expression left: (assignable_expression (identifier) @reference.write .))
(assignment_expression left: (assignable_expression (unconditional_assignable_selector (identifier) @reference.write)))
(uri (string_literal) @reference.import)
(superclass (type_identifier) @reference.inherit)
(mixins (type_identifier) @reference.inherit)
(interfaces (type_identifier) @reference.inherit)
(annotation name: (identifier) @reference.decorate)
