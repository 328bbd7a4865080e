(value_specification [(value_name) @name (parenthesized_operator (_) @name)] type: (function_type) @type) @definition.function
(value_specification [(value_name) @name (parenthesized_operator (_) @name)] type: (_) @type) @definition.variable
(external [(value_name) @name (parenthesized_operator (_) @name)] type: (_) @type) @definition.function
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class
(type_binding name: [(type_constructor) @name (type_constructor_path (type_constructor) @name)]) @definition.type
(type_binding body: (variant_declaration (constructor_declaration (constructor_name) @name) @definition.enum_member))
(field_declaration (field_name) @name type: (_) @type) @definition.field
(module_definition (module_binding (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(class_type_definition (class_type_binding (class_type_name) @name) @definition.interface)
(method_specification (method_name) @name) @definition.method

;; references

(module_path (module_name) @reference.type)
(extended_module_path (module_name) @reference.type)
(type_constructor) @reference.type
(class_path (class_name) @reference.type)
(open_module module: (module_path (module_name) @reference.import))
(include_module module: (module_path (module_name) @reference.inherit))
(module_type_path (module_type_name) @reference.type)
