; A signature and the clauses below it are one definition: what is adjacent, of one name and in one place, is merged.
(declarations (signature name: [(variable) @name (prefix_id (operator) @name)] type: (_) @type) @definition.function)
(declarations (signature names: (binding_list [(variable) @name (prefix_id (operator) @name)]) type: (_) @type) @definition.function)
(declarations (function name: [(variable) @name (prefix_id (operator) @name)]) @definition.function)
(declarations (function (infix operator: [(operator) @name (infix_id (variable) @name)])) @definition.function)
(declarations (bind name: [(variable) @name (prefix_id (operator) @name)]) @definition.function)

(class_declarations (signature name: [(variable) @name (prefix_id (operator) @name)] type: (_) @type) @definition.method)
(class_declarations (signature names: (binding_list [(variable) @name (prefix_id (operator) @name)]) type: (_) @type) @definition.method)
(class_declarations (function name: [(variable) @name (prefix_id (operator) @name)]) @definition.method)
(class_declarations (function (infix operator: (operator) @name)) @definition.method)
(class_declarations (bind name: [(variable) @name (prefix_id (operator) @name)]) @definition.method)
(instance_declarations (function name: [(variable) @name (prefix_id (operator) @name)]) @definition.method)
(instance_declarations (function (infix operator: (operator) @name)) @definition.method)
(instance_declarations (bind name: [(variable) @name (prefix_id (operator) @name)]) @definition.method)
(instance_declarations (signature name: [(variable) @name (prefix_id (operator) @name)] type: (_) @type) @definition.method)

(data_type name: (_) @name) @definition.type
(newtype name: (_) @name) @definition.type
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @body) @definition.trait
(instance name: (_) @name declarations: (_)? @body) @definition.impl

(data_constructor [(prefix name: (constructor) @name) (record name: (constructor) @name)]) @definition.enum_member
(gadt_constructor name: (constructor) @name) @definition.enum_member
(newtype_constructor name: (constructor) @name) @definition.enum_member
(field name: (field_name (variable) @name) type: (_) @type) @definition.field
(foreign_import signature: (signature name: (variable) @name type: (_) @type)) @definition.function

;; references

(variable) @reference.read
(constructor) @reference.read
(operator) @reference.read
(name) @reference.type
(apply function: [(variable) @reference.call (qualified id: (variable) @reference.call)])
(apply function: [(constructor) @reference.call (qualified id: (constructor) @reference.call)])
(infix operator: (operator) @reference.call)
(infix operator: (infix_id (variable) @reference.call))
(import module: (module) @reference.import)
(import_name [(variable) @reference.import (name) @reference.import])
(deriving [(name) @reference.inherit (tuple (name) @reference.inherit)])
(instance name: (name) @reference.inherit)
(class context: (context (apply constructor: (name) @reference.inherit)))
