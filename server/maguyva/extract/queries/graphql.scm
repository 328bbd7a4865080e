(object_type_definition (name) @name) @definition.class
(interface_type_definition (name) @name) @definition.interface
(union_type_definition (name) @name) @definition.union
(enum_type_definition (name) @name) @definition.enum
(enum_value_definition (enum_value (name) @name)) @definition.enum_member
(scalar_type_definition (name) @name) @definition.type
(input_object_type_definition (name) @name) @definition.struct
(directive_definition (name) @name) @definition.function
(field_definition (name) @name (type) @type) @definition.field
(input_fields_definition (input_value_definition (name) @name (type) @type) @definition.field)
(object_type_extension (name) @name) @definition.impl
(interface_type_extension (name) @name) @definition.impl
(enum_type_extension (name) @name) @definition.impl
(input_object_type_extension (name) @name) @definition.impl
(operation_definition (name) @name) @definition.function
(fragment_definition (fragment_name (name) @name)) @definition.function

;; references

(named_type (name) @reference.type)
(implements_interfaces (named_type (name) @reference.inherit))
(union_member_types (named_type (name) @reference.inherit))
(directive (name) @reference.decorate)
(fragment_spread (fragment_name (name) @reference.call))
(field . (name) @reference.read)
(field (alias) . (name) @reference.read)
(argument (name) @reference.write)
(object_field (name) @reference.write)
(value (enum_value (name) @reference.read))
