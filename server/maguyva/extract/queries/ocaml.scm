(compilation_unit (value_definition (let_binding pattern: (value_name) @name (parameter)) @definition.function))
(structure (value_definition (let_binding pattern: (value_name) @name (parameter)) @definition.function))
(value_definition (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) @definition.function)
; Added to what interfaces have too.
(compilation_unit (value_definition (let_binding pattern: (value_name) @name) @definition.variable))
(structure (value_definition (let_binding pattern: (value_name) @name) @definition.variable))
(compilation_unit (value_definition (let_binding pattern: (tuple_pattern (value_name) @name)) @definition.variable))
(value_definition (let_binding pattern: (parenthesized_operator (_) @name)) @definition.function)
(class_definition (class_binding (class_name) @name) @definition.class)
(method_definition (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

;; references

(value_path (value_name) @reference.read)
(constructor_path (constructor_name) @reference.read)
(field_path (field_name) @reference.read)
(application_expression function: (value_path (value_name) @reference.call))
(infix_expression operator: (_) @_pipe right: (value_path (value_name) @reference.call) (#eq? @_pipe "|>"))
(method_invocation (method_name) @reference.call)
(new_expression (class_path (class_name) @reference.call))
(inheritance_definition (class_path (class_name) @reference.inherit))
