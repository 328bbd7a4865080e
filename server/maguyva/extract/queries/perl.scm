; A package without a block holds what follows it.
(package_statement name: (package) @name) @definition.module
(package_statement name: (package) @name (block) @body) @definition.module
(class_statement name: (package) @name) @definition.class
(subroutine_declaration_statement name: (_) @name body: (_)? @body) @definition.function
(method_declaration_statement name: (_) @name body: (_)? @body) @definition.method
(use_statement module: (package) @_constant (list_expression . (autoquoted_bareword) @name) (#eq? @_constant "constant")) @definition.constant
(use_statement
  module: (package) @_constant
  (anonymous_hash_expression (list_expression (autoquoted_bareword) @name @definition.constant))
  (#eq? @_constant "constant"))
(source_file
  (expression_statement
    [
      (variable_declaration variable: (_ (varname) @name))
      (assignment_expression left: (variable_declaration variable: (_ (varname) @name)))
    ]) @definition.variable)
(ambiguous_function_call_expression
  function: (function) @_has arguments: (autoquoted_bareword) @name (#eq? @_has "has")) @definition.property

;; references

(function_call_expression function: (function) @reference.call)
(ambiguous_function_call_expression function: (function) @reference.call)
(method_call_expression method: (method) @reference.call)
(method_call_expression invocant: (bareword) @reference.type)
(bareword) @reference.read
(varname) @reference.read
(use_statement module: (package) @reference.import)
(require_expression (bareword) @reference.import)
(use_statement
  module: (package) @_parent
  [
    (string_literal content: (string_content) @reference.inherit)
    (list_expression (string_literal content: (string_content) @reference.inherit))
    (quoted_word_list content: (string_content) @reference.inherit)
  ]
  (#any-of? @_parent "parent" "base"))
