(function_item name: (identifier) @name return_type: (_)? @type body: (block) @body) @definition.function
(function_signature_item name: (identifier) @name return_type: (_)? @type) @definition.function
(struct_item name: (type_identifier) @name body: (_)? @body) @definition.struct
(union_item name: (type_identifier) @name body: (_)? @body) @definition.union
(enum_item name: (type_identifier) @name body: (_)? @body) @definition.enum
(enum_variant name: (identifier) @name body: (ordered_field_declaration_list)? @type) @definition.enum_member
(field_declaration name: (field_identifier) @name type: (_) @type) @definition.field
(trait_item name: (type_identifier) @name body: (_)? @body) @definition.trait
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(type_item name: (type_identifier) @name type: (_) @type) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(macro_definition name: (identifier) @name @head) @definition.macro
(source_file (const_item name: (identifier) @name type: (_) @type) @definition.constant)
(declaration_list (const_item name: (identifier) @name type: (_) @type) @definition.constant)
(source_file (static_item name: (identifier) @name type: (_) @type) @definition.variable)
(declaration_list (static_item name: (identifier) @name type: (_) @type) @definition.variable)

; An impl is named after the type it is for; what is no plain type is named as it is written.
(impl_item
  type: [
    (type_identifier) @name
    (primitive_type) @name
    (scoped_type_identifier name: (type_identifier) @name)
    (generic_type type: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
    (reference_type type: [(type_identifier) @name (primitive_type) @name (generic_type type: (type_identifier) @name)])
    (dynamic_type trait: (type_identifier) @name)
    (tuple_type) @name
    (array_type) @name
    (unit_type) @name
    (pointer_type) @name
    (function_type) @name
    (macro_invocation macro: (identifier) @name)
  ]
  body: (_)? @body) @definition.impl

; Imports. A module's file is one too, of the whole module.
(use_declaration argument: (_) @use)
(mod_item name: (identifier) @import.module !body) @import.namespace
(extern_crate_declaration name: (identifier) @import.module alias: (identifier)? @import.alias) @import.namespace @import.dynamic

; What a build may leave out, and what a macro makes of its arguments: those of the language's own are plain expressions.
((attribute_item (attribute (identifier) @_cfg arguments: (token_tree) @condition))
  .
  [(attribute_item) (line_comment) (block_comment)]*
  .
  (_) @conditional
  (#eq? @_cfg "cfg"))
((source_file (inner_attribute_item (attribute (identifier) @_cfg arguments: (token_tree) @condition))) @conditional (#eq? @_cfg "cfg"))
((mod_item
  body: (declaration_list (inner_attribute_item (attribute (identifier) @_cfg arguments: (token_tree) @condition)))) @conditional
  (#eq? @_cfg "cfg"))
((macro_invocation macro: [(identifier) @condition.macro (scoped_identifier name: (identifier) @condition.macro)] (token_tree) @conditional)
  (#not-match? @condition.macro "^(assert|assert_eq|assert_ne|concat|dbg|env|eprint|eprintln|format|format_args|include_str|matches|panic|print|println|todo|unimplemented|unreachable|vec|write|writeln)$"))
((token_tree (identifier) @condition.macro . "!" . (token_tree) @conditional)
  (#not-match? @condition.macro "^(assert|assert_eq|assert_ne|concat|dbg|env|eprint|eprintln|format|format_args|include_str|matches|panic|print|println|todo|unimplemented|unreachable|vec|write|writeln)$"))

; Locals, with what is written of their types.
(parameter pattern: (identifier) @binding.parameter type: (_) @type)
(parameter pattern: (mut_pattern (identifier) @binding.parameter) type: (_) @type)
(let_declaration pattern: (identifier) @binding.variable type: (_)? @type value: (_)? @value)
(let_declaration pattern: (mut_pattern (identifier) @binding.variable) type: (_)? @type value: (_)? @value)
(let_declaration pattern: (identifier) @binding.variable !type value: (struct_expression name: (_) @type))
; A block is worth what its last line is.
(let_declaration pattern: (identifier) @binding.variable value: [(unsafe_block (block (_) @value .)) (block (_) @value .)])
(let_declaration pattern: (mut_pattern (identifier) @binding.variable) value: [(unsafe_block (block (_) @value .)) (block (_) @value .)])
(let_declaration
  pattern: (tuple_struct_pattern type: (identifier) (identifier) @binding.variable)
  !type
  value: (_) @element)
(let_condition pattern: (tuple_struct_pattern type: (identifier) . (identifier) @binding.variable .) value: (_) @element)
(let_condition pattern: (tuple_struct_pattern type: (identifier) . (mut_pattern (identifier) @binding.variable) .) value: (_) @element)
(let_condition pattern: (tuple_struct_pattern type: (identifier) . (ref_pattern (identifier) @binding.variable) .) value: (_) @element)
(for_expression pattern: (identifier) @binding.variable value: (_) @element)
(for_expression pattern: (reference_pattern (identifier) @binding.variable) value: (_) @element)
(type_parameter name: (type_identifier) @binding.parameter bounds: (_)? @type)
; A bound below is told of a parameter that is there already.
(where_predicate left: (type_identifier) @binding.variable bounds: (_) @type)
; What a variant holds: its type is written where the variant is.
(tuple_struct_pattern type: (scoped_identifier) @element . (identifier) @binding.variable .)

;; references

[(arguments) (field_initializer_list)] @arguments
(field_initializer field: (field_identifier) @keyword)
(shorthand_field_initializer (identifier) @reference.read)
(type_arguments) @skipped
(use_declaration) @region.import
(identifier) @reference.read
(type_identifier) @reference.type
(field_identifier) @reference.read
(shorthand_field_identifier) @reference.read

(call_expression
  function: [
    (identifier) @reference.call
    (field_expression field: (field_identifier) @reference.call)
    (scoped_identifier name: (identifier) @reference.call)
    (generic_function
      function: [
        (identifier) @reference.call
        (field_expression field: (field_identifier) @reference.call)
        (scoped_identifier name: (identifier) @reference.call)
      ])
  ])
(macro_invocation macro: [(identifier) @reference.call @macro (scoped_identifier name: (identifier) @reference.call)])
(token_tree (identifier) @reference.call @macro . "!" . (token_tree))
; A lifetime is called what it is with its mark.
(lifetime) @reference.type
(lifetime (identifier) @ignore)
(label (identifier) @ignore)
(lifetime_parameter name: (lifetime) @binding.parameter)
; Inside a macro's arguments there are only tokens: a name before a parenthesis calls.
(token_tree (identifier) @reference.call . (token_tree . "("))

(assignment_expression left: [(identifier) @reference.write (field_expression field: (field_identifier) @reference.write)])
(compound_assignment_expr left: [(identifier) @reference.write (field_expression field: (field_identifier) @reference.write)])

(use_declaration argument: (identifier) @reference.import)
(use_declaration argument: (scoped_identifier name: (identifier) @reference.import))
(use_list (identifier) @reference.import)
(use_list (scoped_identifier name: (identifier) @reference.import))
(use_as_clause path: [(identifier) @reference.import (scoped_identifier name: (identifier) @reference.import)])
(use_wildcard [(identifier) @reference.import (scoped_identifier name: (identifier) @reference.import)])
(scoped_use_list path: [(identifier) @reference.import (scoped_identifier name: (identifier) @reference.import)])
(extern_crate_declaration name: (identifier) @reference.import)
(mod_item name: (identifier) @reference.import !body)

(impl_item
  trait: [
    (type_identifier) @reference.inherit
    (scoped_type_identifier name: (type_identifier) @reference.inherit)
    (generic_type type: (type_identifier) @reference.inherit)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @reference.inherit))
  ])
(trait_item
  bounds: (trait_bounds
    [
      (type_identifier) @reference.inherit
      (scoped_type_identifier name: (type_identifier) @reference.inherit)
      (generic_type type: (type_identifier) @reference.inherit)
    ]))

(attribute [(identifier) @reference.decorate (scoped_identifier name: (identifier) @reference.decorate)])
(attribute (identifier) arguments: (token_tree (identifier) @reference.decorate))

[(function_item) (function_signature_item) (closure_expression)] @scope.function
[(impl_item) (trait_item) (struct_item) (enum_item) (union_item)] @scope.block
(impl_item body: (_) @scope.class)
(trait_item body: (_) @scope.class)
(struct_item body: (_) @scope.class)
(enum_item body: (_) @scope.class)
(union_item body: (_) @scope.class)
(mod_item body: (_) @scope.module)
[(block) (match_arm) (for_expression) (if_expression) (while_expression)] @scope.block

(parameter pattern: (tuple_pattern (identifier) @binding.parameter))
(closure_parameters (identifier) @binding.parameter)
(closure_parameters (tuple_pattern (identifier) @binding.parameter))
(const_parameter name: (identifier) @binding.parameter)
(let_condition pattern: (identifier) @binding.variable)
(tuple_pattern (identifier) @binding.variable)
(slice_pattern (identifier) @binding.variable)
(ref_pattern (identifier) @binding.variable)
(mut_pattern (identifier) @binding.variable)
(reference_pattern (identifier) @binding.variable)
(captured_pattern . (identifier) @binding.variable)
(field_pattern name: (shorthand_field_identifier) @binding.variable)
(field_pattern pattern: (identifier) @binding.variable)
; In a match, a name in capitals is a constant or a variant and binds nothing.
((match_pattern . (identifier) @binding.variable) (#match? @binding.variable "^[_a-z]"))
((tuple_struct_pattern type: (_) (identifier) @binding.variable) (#match? @binding.variable "^[_a-z]"))
(block (const_item name: (identifier) @binding.variable))
(block (static_item name: (identifier) @binding.variable))

; Attributes stand between a comment and what it documents.
[(line_comment) (block_comment) (attribute_item)] @comment
