(binary_operator
  lhs: (identifier) @name operator: ["<-" "=" "<<-"] rhs: (function_definition body: (_) @body)) @definition.function
(binary_operator
  lhs: (identifier) @name
  operator: ["<-" "="]
  rhs: (call function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)])
  (#any-of? @_class "R6Class" "setRefClass" "setClass")) @definition.class
; Variables of the file; those of a function are no symbols.
(program (binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"]) @definition.variable)
(call
  function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)]
  arguments: (arguments
    (argument value: (call arguments: (arguments (argument name: (identifier) @name value: (function_definition)) @definition.method))))
  (#any-of? @_class "R6Class" "setRefClass"))
(call
  function: (identifier) @_class
  arguments: (arguments . (argument value: (string content: (string_content) @name)))
  (#eq? @_class "setClass")) @definition.class
(call
  function: (identifier) @_generic
  arguments: (arguments . (argument value: (string content: (string_content) @name)))
  (#any-of? @_generic "setGeneric" "setMethod" "setReplaceMethod")) @definition.function

;; references

(identifier) @reference.read
(call
  function: [
    (identifier) @reference.call
    (extract_operator rhs: (identifier) @reference.call)
    (namespace_operator rhs: (identifier) @reference.call)
  ])
(binary_operator lhs: (identifier) @reference.write operator: ["<-" "=" "<<-"])
(call
  function: (identifier) @_import
  arguments: (arguments . (argument value: [(identifier) @reference.import (string content: (string_content) @reference.import)]))
  (#any-of? @_import "library" "require" "source" "requireNamespace" "loadNamespace"))
