; A function's specification and its clauses are one definition: what is adjacent, of one name and in one place, is merged.
(module_attribute name: (atom) @name) @definition.module
(spec fun: (atom) @name) @definition.function
(fun_decl clause: (function_clause name: (atom) @name body: (_) @body)) @definition.function
(callback fun: (atom) @name) @definition.method
(record_decl name: (atom) @name) @definition.struct
(record_decl fields: (record_field name: (atom) @name) @definition.field)
(type_alias name: (type_name name: (atom) @name)) @definition.type
(opaque name: (type_name name: (atom) @name)) @definition.type
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro

;; references

(call expr: [(atom) @reference.call (remote fun: (atom) @reference.call)])
(remote_module module: (atom) @reference.type)
(internal_fun fun: (atom) @reference.read)
(external_fun fun: (atom) @reference.read)
(record_name name: (atom) @reference.type)
(record_field_name name: (atom) @reference.read)
(macro_call_expr name: (_) @reference.call)
(fa fun: (atom) @reference.read)
(import_attribute funs: (fa fun: (atom) @reference.import))
(import_attribute module: (atom) @reference.import)
(behaviour_attribute name: (atom) @reference.inherit)
(pp_include file: (string) @reference.import)
(pp_include_lib file: (string) @reference.import)
