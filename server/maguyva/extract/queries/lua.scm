; A table is a container: what hangs on its name belongs to it. Local names live in their block.

(function_declaration name: (identifier) @name parameters: (_) @head body: (_)? @body) @definition.function
(function_declaration
  name: (dot_index_expression table: (_) @container field: (identifier) @name) parameters: (_) @head body: (_)? @body) @definition.function
(function_declaration
  name: (method_index_expression table: (_) @container method: (identifier) @name) parameters: (_) @head body: (_)? @body) @definition.method
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition parameters: (_) @head body: (_)? @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @container field: (identifier) @name) .)
  (expression_list . value: (function_definition parameters: (_) @head body: (_)? @body) .)) @definition.function
(field name: (identifier) @name value: (function_definition parameters: (_) @head body: (_)? @body)) @definition.function

(variable_declaration (variable_list name: (identifier) @name)) @definition.variable
(variable_declaration
  (assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value .))) @definition.variable
(variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
(chunk
  (assignment_statement
    (variable_list name: (dot_index_expression table: (identifier) @container field: (identifier) @name))) @definition.field)
((assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @self field: (identifier) @name) .)
  (expression_list . value: (_) @value .)) @definition.field
  (#eq? @self "self"))

; `require` gives what the module returns: a table by its name, or one that is written there.

((assignment_statement
  (variable_list . name: (identifier) @import.alias .)
  (expression_list . value: (function_call
    name: (identifier) @_require arguments: (arguments . (string content: (string_content) @import.module))) .)) @import.namespace
  (#eq? @_require "require"))
(chunk (return_statement (expression_list . (identifier) @import.name .)) @import.exported @import.namespace)
(chunk (return_statement (expression_list . (table_constructor
  (field name: (identifier) @import.alias value: (identifier) @import.name)) .)) @import.exported)

; An object is made of the table that its metatable is.

((function_call name: (identifier) @_made arguments: (arguments . (_) . (identifier) @cast.type .)) @cast (#eq? @_made "setmetatable"))

;; references

(comment) @comment
(identifier) @reference.read
(function_call
  name: [
    (identifier) @reference.call
    (dot_index_expression field: (identifier) @reference.call)
    (method_index_expression method: (identifier) @reference.call)
  ])
(arguments) @arguments
(assignment_statement
  (variable_list name: [(identifier) @reference.write (dot_index_expression field: (identifier) @reference.write)]))
((function_call
  name: (identifier) @_require arguments: (arguments (string content: (string_content) @reference.import))) (#eq? @_require "require"))
((function_call
  name: (identifier) @_made
  arguments: (arguments (_) (table_constructor (field name: (identifier) @_index value: (identifier) @reference.inherit))))
  (#eq? @_made "setmetatable") (#eq? @_index "__index"))
(field name: (identifier) @key.write)
[(goto_statement (identifier) @ignore) (label_statement (identifier) @ignore)]

(return_statement (expression_list . (_) @return.value .))

[(function_declaration) (function_definition)] @scope.function
[(for_statement) (while_statement) (repeat_statement) (do_statement) (block)] @scope.block

(parameters name: (identifier) @binding.parameter)
(for_generic_clause (variable_list name: (identifier) @binding.variable))
(for_numeric_clause name: (identifier) @binding.variable)
