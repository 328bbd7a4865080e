(class_declaration declaration_kind: "class" name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name body: (_) @body) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration declaration_kind: "extension" name: (user_type (type_identifier) @name .) body: (_) @body) @definition.impl
(class_declaration
  declaration_kind: "extension" name: (user_type (type_identifier) @name . (type_arguments)) body: (_) @body) @definition.impl
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(enum_entry name: (simple_identifier) @name) @definition.enum_member
(function_declaration name: (simple_identifier) @name body: (_)? @body) @definition.function
(function_declaration
  name: ["==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "===" "!==" "|" "^" "<<" ">>" "+=" "-=" "*=" "/="] @name
  body: (_)? @body) @definition.function
(function_declaration name: [(custom_operator) (bang)] @name body: (_)? @body) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(init_declaration name: "init" @name body: (_)? @body) @definition.constructor
(subscript_declaration "subscript" @name) @definition.method
(deinit_declaration "deinit" @name body: (_)? @body) @definition.method
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(macro_declaration (simple_identifier) @name) @definition.macro

;; references

(simple_identifier) @reference.read
(type_identifier) @reference.type
(call_expression
  [
    (simple_identifier) @reference.call
    (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.call))
    (prefix_expression (simple_identifier) @reference.call)
  ])
(assignment
  target: (directly_assignable_expression
    [
      (simple_identifier) @reference.write
      (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.write))
    ]))
(import_declaration (identifier (simple_identifier) @reference.import))
(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.inherit))
(attribute (user_type (type_identifier) @reference.decorate))

[
  (function_declaration)
  (init_declaration)
  (deinit_declaration)
  (subscript_declaration)
  (lambda_literal)
  (computed_property)
] @scope.function
