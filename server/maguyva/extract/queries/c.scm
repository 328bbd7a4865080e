; Declarators nest; two levels around the name are as much as people write.

(function_definition
  type: (_)? @type
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
  ]
  body: (_) @body) @definition.function

; A declaration without a body.
(declaration
  type: (_) @type
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
  ]) @definition.function @flag.overload

; Globals. Inside a function these are its local variables, which are no symbols.
(declaration
  type: (_) @type
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (array_declarator declarator: (identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name))))
    (init_declarator
      declarator: [
        (identifier) @name
        (pointer_declarator declarator: (identifier) @name)
        (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
        (array_declarator declarator: (identifier) @name)
        (array_declarator declarator: (array_declarator declarator: (identifier) @name))
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
        (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
      ])
  ]) @definition.variable

(field_declaration
  type: (_) @type
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name))))
  ]) @definition.field

(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member
; `typedef struct {…} name` gives the type its only name; beside a tag the second name is a symbol of its own, not the first one's container.
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition type: (struct_specifier name: (_) @type body: (_)) declarator: (type_identifier) @name @definition.type)
(type_definition type: (union_specifier name: (_) @type body: (_)) declarator: (type_identifier) @name @definition.type)
(type_definition type: (enum_specifier name: (_) @type body: (_)) declarator: (type_identifier) @name @definition.type)
(type_definition
  type: [
    (primitive_type)
    (sized_type_specifier)
    (type_identifier)
    (struct_specifier !body)
    (union_specifier !body)
    (enum_specifier !body)
  ] @type
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
  ]) @definition.type

(preproc_def name: (identifier) @name value: (_)) @definition.macro
; A macro without a value is a definition too, but not an include guard.
((preproc_def name: (identifier) @name !value) @definition.macro (#not-match? @name "_H(H|PP|XX)?_*$"))
(preproc_function_def name: (identifier) @name) @definition.macro

; A parameter, with its type.
(parameter_declaration
  type: (_) @type
  declarator: [
    (identifier) @binding.parameter
    (pointer_declarator declarator: (identifier) @binding.parameter)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding.parameter))
    (array_declarator declarator: (identifier) @binding.parameter)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @binding.parameter))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.parameter)))
    (function_declarator declarator: (identifier) @binding.parameter)
  ])

; `((T *) x)->f`
((parenthesized_expression (cast_expression type: (type_descriptor type: (_) @cast.type))) @cast)
((cast_expression type: (type_descriptor type: (_) @cast.type)) @cast)
; A macro may drop its arguments.
((call_expression function: (identifier) @condition.macro arguments: (argument_list) @conditional)
  (#match? @condition.macro "^[A-Z_][A-Z0-9_]+$"))

; `#include` brings everything that the header has, and what that header includes.
(preproc_include path: [(string_literal (string_content) @import.module) (system_lib_string) @import.module]) @import.star

;; references

(identifier) @reference.read
(type_identifier) @reference.type
(field_expression field: (field_identifier) @reference.read)
(field_designator (field_identifier) @reference.write)

(call_expression
  function: [
    (identifier) @reference.call
    (field_expression field: (field_identifier) @reference.call)
    (parenthesized_expression (pointer_expression argument: (identifier) @reference.call))
    (parenthesized_expression (pointer_expression argument: (field_expression field: (field_identifier) @reference.call)))
  ])

(assignment_expression left: [(identifier) @reference.write (field_expression field: (field_identifier) @reference.write)])
(update_expression argument: [(identifier) @reference.write (field_expression field: (field_identifier) @reference.write)])

(preproc_include path: (string_literal (string_content) @reference.import))
(preproc_include path: (system_lib_string) @reference.import)

; `struct x` names a tag, which another name of equal spelling does not hide.
(struct_specifier name: (type_identifier) @tag)
(union_specifier name: (type_identifier) @tag)
(enum_specifier name: (type_identifier) @tag)
(labeled_statement label: (statement_identifier) @binding.label)
(goto_statement label: (statement_identifier) @label)
(argument_list) @arguments

[(function_definition) (preproc_function_def)] @scope.function
; The parameters of what has no body are seen nowhere else.
(declaration
  declarator: [
    (function_declarator parameters: (_) @scope.function)
    (pointer_declarator declarator: (function_declarator parameters: (_) @scope.function))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator parameters: (_) @scope.function)))
  ])
(type_definition
  declarator: [
    (function_declarator parameters: (_) @scope.function)
    (pointer_declarator declarator: (function_declarator parameters: (_) @scope.function))
  ])
(function_declarator declarator: (parenthesized_declarator (pointer_declarator)) parameters: (_) @scope.function)
(parameter_declaration declarator: (function_declarator declarator: (identifier) parameters: (_) @scope.function))
(abstract_function_declarator parameters: (_) @scope.function)
[(compound_statement) (for_statement)] @scope.block

[(preproc_def value: (_) @macro.body) (preproc_function_def value: (_) @macro.body)]
(preproc_params (identifier) @binding.parameter)
(declaration
  declarator: [
    (identifier) @binding.variable
    (pointer_declarator declarator: (identifier) @binding.variable)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding.variable))
    (array_declarator declarator: (identifier) @binding.variable)
    (array_declarator declarator: (array_declarator declarator: (identifier) @binding.variable))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @binding.variable))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.variable)))
    (init_declarator
      declarator: [
        (identifier) @binding.variable
        (pointer_declarator declarator: (identifier) @binding.variable)
        (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding.variable))
        (array_declarator declarator: (identifier) @binding.variable)
        (array_declarator declarator: (array_declarator declarator: (identifier) @binding.variable))
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @binding.variable))
        (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.variable)))
      ])
  ])
