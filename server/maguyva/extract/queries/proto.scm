(package (full_ident) @name) @definition.namespace
(message (message_name (identifier) @name) (message_body) @body) @definition.struct
(enum (enum_name (identifier) @name) (enum_body) @body) @definition.enum
(enum_field . (identifier) @name) @definition.enum_member
(service (service_name (identifier) @name)) @definition.interface
(rpc (rpc_name (identifier) @name)) @definition.method
(field (type) @type . (identifier) @name) @definition.field
(oneof_field (type) @type . (identifier) @name) @definition.field
(map_field (type) @type . (identifier) @name) @definition.field
(oneof . (identifier) @name) @definition.union

;; references

(message_or_enum_type (identifier) @reference.read)
(message_or_enum_type (identifier) @reference.type .)
(extend (full_ident (identifier) @reference.inherit .))
(import path: (string) @reference.import)
(option (identifier) @reference.read)
