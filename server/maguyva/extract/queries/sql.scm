(create_table (object_reference name: (identifier) @name)) @definition.struct
(create_view (object_reference name: (identifier) @name)) @definition.struct
(create_materialized_view (object_reference name: (identifier) @name)) @definition.struct
(column_definition name: [(identifier) (literal)] @name type: (_)? @type) @definition.field
(create_function . (object_reference name: (identifier) @name)) @definition.function
(create_function (keyword_function) . (object_reference name: (identifier) @name) (function_body)? @body) @definition.function
(create_function (keyword_procedure) . (object_reference name: (identifier) @name) (function_body)? @body) @definition.function
(create_trigger (keyword_trigger) . (object_reference name: (identifier) @name)) @definition.event
(create_type (object_reference name: (identifier) @name)) @definition.type
(create_index column: (identifier) @name) @definition.object
(create_sequence (object_reference name: (identifier) @name)) @definition.object
(create_schema (identifier) @name) @definition.namespace
(create_role (identifier) @name) @definition.object
(cte . (identifier) @name) @definition.struct

;; references

(object_reference name: (identifier) @reference.read)
(relation (object_reference name: (identifier) @reference.type))
(insert (object_reference name: (identifier) @reference.write))
(update (relation (object_reference name: (identifier) @reference.write)))
(column_definition (object_reference name: (identifier) @reference.type))
(invocation (object_reference name: (identifier) @reference.call))
(create_trigger (object_reference name: (identifier) @reference.call) .)
(field name: (identifier) @reference.read)
