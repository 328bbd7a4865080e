(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(function_declaration name: (dot_index_expression table: (_) @container field: (identifier) @name) body: (_)? @body) @definition.function
(function_declaration
  name: (method_index_expression table: (_) @container method: (identifier) @name) body: (_)? @body) @definition.method
(assignment_statement
  (variable_list . name: (identifier) @name .) (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @container field: (identifier) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function

; Variables of the file; those of a function are no symbols.
(assignment_statement (variable_list name: (identifier) @name)) @definition.variable
(chunk (assignment_statement (variable_list name: (dot_index_expression table: (identifier) @container field: (identifier) @name))) @definition.field)
(variable_declaration (variable_list name: (identifier) @name)) @definition.variable
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.function

;; references

(identifier) @reference.read
(function_call
  name: [
    (identifier) @reference.call
    (dot_index_expression field: (identifier) @reference.call)
    (method_index_expression method: (identifier) @reference.call)
  ])
(assignment_statement
  (variable_list name: [(identifier) @reference.write (dot_index_expression field: (identifier) @reference.write)]))
(function_call
  name: (identifier) @_require arguments: (arguments (string content: (string_content) @reference.import)) (#eq? @_require "require"))

[(function_declaration) (function_definition)] @scope.function
(block) @scope.block
