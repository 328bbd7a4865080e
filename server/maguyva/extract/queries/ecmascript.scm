; What JavaScript and TypeScript share.

(export_statement declaration: (_) @inner) @wrap @flag.exported
(export_statement "default" @flag.default_export declaration: (_) @inner) @wrap
(lexical_declaration (variable_declarator) @inner) @wrap
(variable_declaration (variable_declarator) @inner) @wrap
(expression_statement (assignment_expression) @inner) @wrap

; Functions, under all the names that JavaScript gives them.

(function_declaration name: (identifier) @name parameters: (_) @head body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name parameters: (_) @head body: (_) @body) @definition.function

(variable_declarator name: (identifier) @name value: [
  (arrow_function parameters: (_) @head body: (_) @body)
  (arrow_function parameter: (_) @head body: (_) @body)
  (function_expression parameters: (_) @head body: (_) @body)
  (generator_function parameters: (_) @head body: (_) @body)
  (assignment_expression right: (function_expression parameters: (_) @head body: (_) @body))]) @definition.function
(variable_declarator name: (identifier) @name value: [(arrow_function "async" @flag.async) (function_expression "async" @flag.async)])
(pair key: (property_identifier) @name value: [(arrow_function "async" @flag.async) (function_expression "async" @flag.async)])
(assignment_expression
  left: (member_expression property: (property_identifier) @name)
  right: [(arrow_function "async" @flag.async) (function_expression "async" @flag.async)])

((method_definition name: (property_identifier) @name parameters: (_) @head body: (_) @body) @definition.constructor
  (#eq? @name "constructor"))
(method_definition ["get" "set"] name: [(property_identifier) (private_property_identifier)] @name parameters: (_) @head body: (_) @body)
  @definition.property
(method_definition
  name: [(property_identifier) @name (private_property_identifier) @name (string (string_fragment) @name)]
  parameters: (_) @head body: (_) @body) @definition.method

(pair
  key: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function parameters: (_) @head body: (_) @body)
    (arrow_function parameter: (_) @head body: (_) @body)
    (function_expression parameters: (_) @head body: (_) @body)
    (generator_function parameters: (_) @head body: (_) @body)]) @definition.method
(pair
  key: (string (string_fragment) @name)
  value: [
    (arrow_function parameters: (_) @head body: (_) @body)
    (arrow_function parameter: (_) @head body: (_) @body)
    (function_expression parameters: (_) @head body: (_) @body)]) @definition.method

; `app.get = function …`, `Foo.prototype.bar = function …`, `exports.x = function …`, `this.x = () => …`.
((assignment_expression
  left: (member_expression object: [(identifier) (member_expression)] @container property: (property_identifier) @name)
  right: [
    (arrow_function parameters: (_) @head body: (_) @body)
    (arrow_function parameter: (_) @head body: (_) @body)
    (function_expression parameters: (_) @head body: (_) @body)
    (generator_function parameters: (_) @head body: (_) @body)]) @definition.function
  (#not-eq? @container "module"))
((assignment_expression
  left: (member_expression object: [(identifier) (member_expression)] @container property: (property_identifier) @name)
  right: (class body: (_) @body)) @definition.class
  (#not-eq? @container "module"))
(assignment_expression
  left: (member_expression object: (this) @self property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function parameters: (_) @head body: (_) @body)
    (arrow_function parameter: (_) @head body: (_) @body)
    (function_expression parameters: (_) @head body: (_) @body)]) @definition.method
(assignment_expression
  left: (member_expression object: (this) @self property: [(property_identifier) (private_property_identifier)] @name)
  right: (_) @value) @definition.field

((assignment_expression
  left: (member_expression
    object: (member_expression property: (property_identifier) @_prototype) @container
    property: (property_identifier) @name)
  right: (_) @value) @definition.field
  (#eq? @_prototype "prototype"))
((assignment_expression
  left: (member_expression object: [(identifier) (member_expression)] @container property: (property_identifier) @name)
  right: [
    (string) (template_string) (number) (true) (false) (null) (array) (object) (call_expression) (new_expression) (member_expression)
    (binary_expression) (regex)] @value) @definition.variable
  (#any-of? @container "exports" "module.exports"))

; `module.exports = function name …`: the function's own name, else "exports".
(expression_statement [
  (assignment_expression
    left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    right: (function_expression name: (identifier) @name parameters: (_) @head body: (_) @body)) @definition.function
  (assignment_expression right: (assignment_expression
    left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    right: (function_expression name: (identifier) @name parameters: (_) @head body: (_) @body)) @definition.function)]
  (#eq? @_module "module") (#eq? @_exports "exports")) @flag.default_export
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: [
    (arrow_function parameters: (_) @head body: (_) @body)
    (arrow_function parameter: (_) @head body: (_) @body)
    (function_expression !name parameters: (_) @head body: (_) @body)]) @definition.function
  (#eq? @_module "module") (#eq? @name "exports")) @flag.default_export

; A function or class that names itself, where nothing else names it: `return function next() …`, `on("x", function handler() …)`.
([
  (arguments (function_expression name: (identifier) @name parameters: (_) @head body: (_) @body) @definition.function)
  (return_statement (function_expression name: (identifier) @name parameters: (_) @head body: (_) @body) @definition.function)
  (arrow_function body: (function_expression name: (identifier) @name parameters: (_) @head body: (_) @body) @definition.function)
  (parenthesized_expression (function_expression name: (identifier) @name parameters: (_) @head body: (_) @body) @definition.function)
] @itself)
([
  (arguments (class name: (_) @name body: (_) @body) @definition.class)
  (return_statement (class name: (_) @name body: (_) @body) @definition.class)
  (arrow_function body: (class name: (_) @name body: (_) @body) @definition.class)
] @itself)

; What is exported without a name is called "default".
(export_statement "default" @name value: [
  (arrow_function parameters: (_) @head body: (_) @body)
  (function_expression !name parameters: (_) @head body: (_) @body)]) @definition.function @flag.default_export
(export_statement "default" @name value: (class !name body: (_) @body)) @definition.class @flag.default_export
(export_statement "default" @name value: [(object) (array) (call_expression) (new_expression)] @value) @definition.variable @flag.default_export

(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class

; Variables: symbols in a module, locals in a function or block.

(lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)
(variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable) @hoist

(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: (identifier) @name)
    (pair_pattern value: (assignment_pattern left: (identifier) @name))])
  value: (_)) @definition.variable
(variable_declarator
  name: [(object_pattern (rest_pattern (identifier) @name)) (array_pattern [
    (identifier) @name
    (assignment_pattern left: (identifier) @name)
    (rest_pattern (identifier) @name)])]) @definition.variable

; What is taken apart.
(variable_declarator name: [(object_pattern) (array_pattern)] @pattern value: (_) @pattern.value)
(for_in_statement left: [(object_pattern) (array_pattern)] @pattern operator: "of" right: (_) @pattern.element)

; Where more is known of an expression.
(if_statement
  condition: (parenthesized_expression [
    (binary_expression left: (_) @narrow.name operator: "instanceof" right: (_) @narrow.type)
    (binary_expression left: (binary_expression left: (_) @narrow.name operator: "instanceof" right: (_) @narrow.type) operator: "&&")
    (binary_expression operator: "&&" right: (binary_expression left: (_) @narrow.name operator: "instanceof" right: (_) @narrow.type))])
  consequence: (_) @narrow.scope)
([
  (ternary_expression
    condition: (binary_expression left: (_) @narrow.name operator: "instanceof" right: (_) @narrow.type) consequence: (_) @narrow.scope)
  (binary_expression
    left: (binary_expression left: (_) @narrow.name operator: "instanceof" right: (_) @narrow.type) operator: "&&" right: (_) @narrow.scope)])
(if_statement
  condition: (parenthesized_expression [
    (binary_expression
      left: (member_expression object: (_) @narrow.name property: (property_identifier) @narrow.key)
      operator: ["===" "=="] right: (string (string_fragment) @narrow.told))
    (binary_expression
      left: (binary_expression
        left: (member_expression object: (_) @narrow.name property: (property_identifier) @narrow.key)
        operator: ["===" "=="] right: (string (string_fragment) @narrow.told))
      operator: "&&")
    (binary_expression operator: "&&"
      right: (binary_expression
        left: (member_expression object: (_) @narrow.name property: (property_identifier) @narrow.key)
        operator: ["===" "=="] right: (string (string_fragment) @narrow.told)))])
  consequence: (_) @narrow.scope)
(ternary_expression
  condition: (binary_expression
    left: (member_expression object: (_) @narrow.name property: (property_identifier) @narrow.key)
    operator: ["===" "=="] right: (string (string_fragment) @narrow.told))
  consequence: (_) @narrow.scope)
(switch_statement
  value: (parenthesized_expression (member_expression object: (_) @narrow.name property: (property_identifier) @narrow.key))
  body: (switch_body (switch_case value: (string (string_fragment) @narrow.told)) @narrow.scope))

((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports) @exports.name
  right: (_) @exports)
  (#eq? @_module "module") (#eq? @_exports "exports"))

(for_in_statement kind: ["let" "const"] left: (identifier) @binding.variable operator: "of" right: (_) @element)
(for_in_statement kind: "var" @hoist left: (identifier) @binding.variable right: (_) @element)

; Imports and exports.

(import_statement source: (string) @import.module)
(import_statement (import_clause (identifier) @import.alias @import.default) source: (string) @import.module)
(import_statement (import_clause (namespace_import (identifier) @import.alias @import.namespace)) source: (string) @import.module)
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_)? @import.alias)))
  source: (string) @import.module)

(export_statement (export_clause (export_specifier name: (_) @import.name alias: (_)? @import.alias)) source: (string) @import.module)
  @import.reexport
(export_statement (export_clause (export_specifier name: (_) @import.name alias: (_)? @import.alias)) !source) @import.exported
(export_statement (namespace_export (_) @import.alias) source: (string) @import.module @import.namespace) @import.reexport
(export_statement "*" @import.star source: (string) @import.module) @import.reexport
(export_statement "default" @import.default value: (identifier) @import.name) @import.exported

((call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)) @import.dynamic
  (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @import.module)) @import.dynamic
((variable_declarator
  name: (identifier) @import.alias
  value: [
    (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module))
    (assignment_expression
      right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)))]) @import.dynamic @import.namespace
  (#eq? @_require "require"))
((variable_declarator
  name: (identifier) @import.alias
  value: (member_expression
    object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module))
    property: (property_identifier) @import.name)) @import.dynamic
  (#eq? @_require "require"))
((variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @import.name)
    (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)])
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module))) @import.dynamic
  (#eq? @_require "require"))
(variable_declarator
  name: (identifier) @import.alias
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @import.module)))) @import.dynamic @import.namespace
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)])
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @import.module)))) @import.dynamic

; `var name = module.exports = …`.
((variable_declarator
  name: (identifier) @import.name
  value: [
    (assignment_expression left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports))
    (assignment_expression right: (assignment_expression
      left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)))] @import.namespace) @import.exported
  (#eq? @_module "module") (#eq? @_exports "exports"))

; `module.exports = name`, `module.exports = require(…)`, `exports.a = name`.
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (identifier) @import.name @import.namespace) @import.exported
  (#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)) @import.namespace)
  @import.dynamic @import.reexport
  (#eq? @_module "module") (#eq? @_exports "exports") (#eq? @_require "require"))
((assignment_expression
  left: (member_expression
    object: [(identifier) @_exports (member_expression object: (identifier) @_module property: (property_identifier) @_exports)]
    property: (property_identifier) @import.alias)
  right: (identifier) @import.name) @import.exported
  (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression
    object: [(identifier) @_exports (member_expression object: (identifier) @_module property: (property_identifier) @_exports)]
    property: (property_identifier) @import.alias)
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)) @import.namespace)
  @import.dynamic @import.reexport
  (#eq? @_exports "exports") (#eq? @_require "require"))

;; references

(comment) @comment
((comment) @doc.types (#match? @doc.types "^/\\*\\*"))
[(identifier) (property_identifier) (private_property_identifier) (shorthand_property_identifier) (shorthand_property_identifier_pattern)]
  @reference.read

(call_expression function: [
  (identifier) @reference.call
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.call)
  (await_expression [(identifier) @reference.call (member_expression property: (property_identifier) @reference.call)])
  (parenthesized_expression (sequence_expression (_) [
    (identifier) @reference.call (member_expression property: (property_identifier) @reference.call)]))])
(new_expression constructor: [(identifier) @reference.call (member_expression property: (property_identifier) @reference.call)])
(arguments) @arguments
(call_expression arguments: (template_string) @arguments)

(decorator [
  (identifier) @reference.decorate
  (member_expression property: (property_identifier) @reference.decorate)
  (call_expression function: [(identifier) @reference.decorate (member_expression property: (property_identifier) @reference.decorate)])])

(import_specifier name: (identifier) @reference.import)
(export_statement (export_clause (export_specifier name: (identifier) @reference.import)) source: (_))
(export_specifier alias: (identifier) @reference.import @export.alias)
((variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @reference.import
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @reference.import)
    (pair_pattern key: (property_identifier) @reference.import)])
  value: (call_expression function: (identifier) @_require))
  (#eq? @_require "require"))

(assignment_expression left: [
  (identifier) @reference.write
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.write)
  (array_pattern [(identifier) @reference.write (member_expression property: (property_identifier) @reference.write)])
  (object_pattern [
    (shorthand_property_identifier_pattern) @reference.write
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @reference.write)
    (pair_pattern value: [(identifier) @reference.write (member_expression property: (property_identifier) @reference.write)])])])
(augmented_assignment_expression left: [
  (identifier) @reference.write
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.write)])
(update_expression argument: [
  (identifier) @reference.write
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.write)])
(for_in_statement !kind left: (identifier) @reference.write)

(pair key: (property_identifier) @key.write) @pair
(object (shorthand_property_identifier) @key.short)
(pair_pattern key: (property_identifier) @key.read)
(object) @scope.literal
(object (spread_element (_) @spread))
(array) @array
(parenthesized_expression) @parentheses
(this) @this
[(object_pattern) (array_pattern)] @pattern
(shorthand_property_identifier_pattern) @pattern.key

[(arrow_function) (function_expression) (generator_function)] @scope.anonymous
(return_statement (_) @returned)
(arrow_function body: [
  (call_expression) (new_expression) (identifier) (member_expression) (parenthesized_expression) (array) (await_expression) (arrow_function)
  (ternary_expression) (binary_expression) (assignment_expression) (this)] @returned)

[(function_declaration) (generator_function_declaration) (method_definition)] @scope.function
[(statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body) (class_static_block)] @scope.block

(arrow_function parameter: (identifier) @binding.parameter)
(function_expression name: (identifier) @binding.variable)
(catch_clause parameter: (identifier) @binding.variable)
(for_in_statement kind: _ left: (identifier) @binding.variable)
(shorthand_property_identifier_pattern) @binding.variable
(pair_pattern value: (identifier) @binding.variable)
(array_pattern (identifier) @binding.variable)
(rest_pattern (identifier) @binding.variable)
(assignment_pattern left: (identifier) @binding.variable)
