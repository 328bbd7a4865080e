(module_definition name: (identifier) @name) @definition.module
(abstract_definition (type_head [(identifier) @name (binary_expression . (identifier) @name)])) @definition.type
(abstract_definition (type_head [(parametrized_type_expression . (identifier) @name) (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type
(primitive_definition (type_head [(identifier) @name (binary_expression . (identifier) @name)])) @definition.type
(struct_definition
  (type_head
    [
      (identifier) @name
      (parametrized_type_expression . (identifier) @name)
      (binary_expression . (identifier) @name)
      (binary_expression . (parametrized_type_expression . (identifier) @name))
    ])
  (block)? @body) @definition.struct
(struct_definition (block [(identifier) @name @definition.field (typed_expression . (identifier) @name) @definition.field]))

(function_definition
  (signature
    [
      (call_expression . (identifier) @name)
      (typed_expression . (call_expression . (identifier) @name))
      (where_expression . (call_expression . (identifier) @name))
      (where_expression . (typed_expression . (call_expression . (identifier) @name)))
      (call_expression . (operator) @name)
      (call_expression . (field_expression value: (_) (identifier) @name .))
      (typed_expression . (call_expression . (field_expression value: (_) (identifier) @name .)))
      (where_expression . (call_expression . (field_expression value: (_) (identifier) @name .)))
      (where_expression . (typed_expression . (call_expression . (field_expression value: (_) (identifier) @name .))))
      (identifier) @name
    ])
  (block)? @body) @definition.function
(assignment
  .
  [
    (call_expression . (identifier) @name)
    (typed_expression . (call_expression . (identifier) @name))
    (where_expression . (call_expression . (identifier) @name))
    (where_expression . (typed_expression . (call_expression . (identifier) @name)))
    (call_expression . (field_expression value: (_) (identifier) @name .))
    (typed_expression . (call_expression . (field_expression value: (_) (identifier) @name .)))
    (where_expression . (call_expression . (field_expression value: (_) (identifier) @name .)))
  ]) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.macro
(const_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.constant
(source_file (assignment . (identifier) @name) @definition.variable)
(module_definition (block (assignment . (identifier) @name) @definition.variable))
(macrocall_expression
  (macro_identifier (identifier) @_enum) (macro_argument_list . (identifier) @name) (#eq? @_enum "enum")) @definition.enum
(macrocall_expression
  (macro_identifier (identifier) @_enum) (macro_argument_list (identifier) (identifier) @name @definition.enum_member) (#eq? @_enum "enum"))

;; references

(identifier) @reference.read
(call_expression . [(identifier) @reference.call (field_expression value: (_) (identifier) @reference.call .)])
(call_expression . (parametrized_type_expression . (identifier) @reference.call))
(broadcast_call_expression . [(identifier) @reference.call (field_expression value: (_) (identifier) @reference.call .)])
(macro_identifier (identifier) @reference.call)
(typed_expression (_) . (identifier) @reference.type)
(curly_expression (identifier) @reference.type)
(assignment . (identifier) @reference.write)
(using_statement [(identifier) @reference.import (selected_import (identifier) @reference.import)])
(import_statement [(identifier) @reference.import (selected_import (identifier) @reference.import)])
(type_head (binary_expression (operator) . [(identifier) @reference.inherit (parametrized_type_expression . (identifier) @reference.inherit)]))

[(line_comment) (block_comment)] @comment
((string_literal) @comment . [(function_definition) (struct_definition) (macro_definition) (assignment) (const_statement) (abstract_definition) (module_definition)])
