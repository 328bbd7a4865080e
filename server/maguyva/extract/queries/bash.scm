(function_definition name: (word) @name body: (_) @body) @definition.function
(declaration_command ["readonly"] (variable_assignment name: (variable_name) @name)) @definition.constant
(variable_assignment name: (variable_name) @name) @definition.variable

;; references

(command name: (command_name (word) @reference.call))
(simple_expansion (variable_name) @reference.read)
(expansion (variable_name) @reference.read)
(subscript name: (variable_name) @reference.read)
(variable_assignment name: (variable_name) @reference.write)
(arithmetic_expansion (variable_name) @reference.read)
(command
  name: (command_name (word) @_source)
  .
  argument: [(word) @reference.import (string (string_content) @reference.import)]
  (#any-of? @_source "source" "."))

[(function_definition) (subshell)] @scope.function
