; Functions and classes. A function inside a type is made a method by the outline.

(decorated_definition definition: (_) @inner) @wrap

(decorated_definition
  (decorator [(identifier) @_how (attribute attribute: (identifier) @_how)])
  definition: (function_definition name: (identifier) @name parameters: (_) @head return_type: (_)? @type body: (_) @body) @definition.property
  (#any-of? @_how "property" "cached_property" "setter" "deleter" "getter" "abstractproperty" "classproperty" "hybrid_property"))

(function_definition name: (identifier) @name parameters: (_) @head return_type: (_)? @type body: (_) @body) @definition.function
(function_definition name: (identifier) @name body: (block . (string) @doc))

(class_definition
  name: (identifier) @name
  superclasses: (argument_list [(identifier) @_base (attribute attribute: (identifier) @_base)]) @head
  body: (_) @body
  (#any-of? @_base "Enum" "IntEnum" "StrEnum" "Flag" "IntFlag" "Choices" "TextChoices" "IntegerChoices")) @definition.enum

(class_definition name: (identifier) @name superclasses: (_)? @head body: (_) @body) @definition.class
(class_definition name: (identifier) @name body: (block . (string) @doc))

(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)]) right: (_) @value) @definition.type

; Names bound by assignment: symbols in a module or class, locals in a function.

(assignment left: (identifier) @name type: (_)? @type right: (_)? @value) @definition.variable
(assignment left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name) (list_pattern (identifier) @name)]) @definition.variable
(assignment
  left: (attribute object: (identifier) @self attribute: (identifier) @name) type: (_)? @type right: (_)? @value) @definition.field
(assignment
  left: [(pattern_list (attribute object: (identifier) @self attribute: (identifier) @name))
         (tuple_pattern (attribute object: (identifier) @self attribute: (identifier) @name))]) @definition.field

(assignment left: [(pattern_list) (tuple_pattern) (list_pattern)] @unpack right: (_) @value)
(for_statement left: [(pattern_list) (tuple_pattern) (list_pattern)] @unpack right: (_) @element)
(for_in_clause left: [(pattern_list) (tuple_pattern) (list_pattern)] @unpack right: (_) @element)

(named_expression name: (identifier) @binding.variable value: (_) @value) @hoist
(with_item value: (as_pattern (_) @value alias: (as_pattern_target (identifier) @binding.variable)) @entered)
(for_statement left: (identifier) @binding.variable right: (_) @element)
(for_in_clause left: (identifier) @binding.variable right: (_) @element)
(as_pattern (_) @value alias: (as_pattern_target (identifier) @binding.variable))
(except_clause value: (as_pattern (_) @type alias: (as_pattern_target (identifier) @binding.variable)))

(typed_parameter . (identifier) @binding.parameter type: (_) @type)
(typed_default_parameter name: (identifier) @binding.parameter type: (_) @type)
(default_parameter name: (identifier) @binding.parameter value: (_) @value)

; Imports. The prefix dots of a relative module belong to its text.

(import_statement name: (dotted_name) @import.module @import.namespace)
(import_statement name: (aliased_import name: (dotted_name) @import.module @import.namespace alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name)
(import_from_statement module_name: (_) @import.module name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.star)
;; references

(comment) @comment

(return_statement (_) @return.value)
(yield (_) @yield.value)

[(if_statement) (try_statement) (match_statement)] @flow.split
(if_statement condition: (_) @flow.test consequence: (block) @flow.branch)
(elif_clause condition: (_) @flow.test consequence: (block) @flow.branch)
(else_clause body: (block) @flow.rest)
(except_clause (block) @flow.branch)
(case_clause consequence: (block) @flow.branch)
(for_statement body: (block) @flow.loop)
(while_statement body: (block) @flow.loop)
[(return_statement) (raise_statement) (continue_statement) (break_statement)] @flow.leave
(assert_statement) @flow.assert
(conditional_expression) @flow.choice
(boolean_operator) @flow.boolean
(identifier) @reference.read

(call function: [(identifier) @reference.call (attribute attribute: (identifier) @reference.call)])
(call function: (subscript value: [(identifier) @reference.call (attribute attribute: (identifier) @reference.call)]))
(call arguments: (_) @arguments)
(keyword_argument name: (identifier) @keyword)
(subscript) @subscript

(decorator [(identifier) @reference.decorate (attribute attribute: (identifier) @reference.decorate)])
(decorator (call function: [(identifier) @reference.decorate (attribute attribute: (identifier) @reference.decorate)]))

(class_definition superclasses: (argument_list [
  (identifier) @reference.inherit
  (attribute attribute: (identifier) @reference.inherit)
  (subscript value: [(identifier) @reference.inherit (attribute attribute: (identifier) @reference.inherit)])]))

(import_statement name: [
  (dotted_name (identifier) @reference.import)
  (aliased_import name: (dotted_name (identifier) @reference.import))])
(import_from_statement [
  (dotted_name (identifier) @reference.import)
  (relative_import (dotted_name (identifier) @reference.import))
  (aliased_import name: (dotted_name (identifier) @reference.import))])
(future_import_statement name: (dotted_name (identifier) @ignore))

(assignment left: [
  (attribute attribute: (identifier) @reference.write)
  (pattern_list (attribute attribute: (identifier) @reference.write))
  (tuple_pattern (attribute attribute: (identifier) @reference.write))])
(augmented_assignment left: [(identifier) @reference.write (attribute attribute: (identifier) @reference.write)])
(for_statement left: (attribute attribute: (identifier) @reference.write))
(as_pattern_target (attribute attribute: (identifier) @reference.write))

((assignment left: (identifier) @_all right: (_ (string (string_content) @exported))) (#eq? @_all "__all__"))
((assignment left: (identifier) @_all right: (_ (_ (string (string_content) @exported)))) (#eq? @_all "__all__"))
((augmented_assignment left: (identifier) @_all right: (_ (string (string_content) @exported))) (#eq? @_all "__all__"))
((call function: (attribute object: (identifier) @_all) arguments: (argument_list [(string (string_content) @exported) (_ (string (string_content) @exported))]))
  (#eq? @_all "__all__"))

(type) @region.type
(class_definition superclasses: (argument_list (subscript subscript: (_) @region.type)))
(type (string (string_content) @quoted.type))
(type (subscript subscript: (string (string_content) @quoted.type)))
(type (list (string (string_content) @quoted.type)))
((subscript value: [(identifier) @_t (attribute attribute: (identifier) @_t)]
   subscript: [(string (string_content) @quoted.type) (list (string (string_content) @quoted.type))])
  (#any-of? @_t "Union" "Optional" "Callable" "List" "Dict" "Type" "Tuple" "Set" "Sequence" "Mapping" "Iterable" "Iterator" "type" "list" "dict" "tuple"))
((keyword_argument name: (identifier) @_bound value: (string (string_content) @quoted.type)) (#eq? @_bound "bound"))
((call function: [(identifier) @_cast (attribute attribute: (identifier) @_cast)] arguments: (argument_list . (string (string_content) @quoted.type)))
  (#eq? @_cast "cast"))
(type (binary_operator (string (string_content) @quoted.type)))
((generic_type . (identifier) @_literal) @quoted.none (#any-of? @_literal "Literal" "Annotated"))
((subscript value: [(identifier) @_literal (attribute attribute: (identifier) @_literal)]) @quoted.none (#any-of? @_literal "Literal" "Annotated"))

(function_definition) @scope.function
(lambda) @scope.function
(class_definition body: (_) @scope.class)
(class_definition type_parameters: (_)) @scope.block
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope.block
(default_parameter value: (_) @region.outer)
(typed_default_parameter value: (_) @region.outer)
(function_definition !type_parameters parameters: (parameters [(typed_parameter type: (_) @region.outer) (typed_default_parameter type: (_) @region.outer)]))
(function_definition !type_parameters return_type: (_) @region.outer)

(parameters [
  (identifier) @binding.parameter
  (list_splat_pattern (identifier) @binding.parameter)
  (dictionary_splat_pattern (identifier) @binding.parameter)
  (typed_parameter [(list_splat_pattern (identifier) @binding.parameter) (dictionary_splat_pattern (identifier) @binding.parameter)])])
(lambda_parameters [
  (identifier) @binding.parameter
  (list_splat_pattern (identifier) @binding.parameter)
  (dictionary_splat_pattern (identifier) @binding.parameter)])
(function_definition type_parameters: (type_parameter (type . (identifier) @binding.parameter)))
(class_definition type_parameters: (type_parameter (type . (identifier) @binding.parameter)))
(list_splat_pattern (identifier) @binding.variable)
(pattern_list (identifier) @binding.variable)
(tuple_pattern (identifier) @binding.variable)
(list_pattern (identifier) @binding.variable)
(case_pattern (dotted_name . (identifier) @binding.variable .))
(splat_pattern (identifier) @binding.variable)
(as_pattern (case_pattern) (identifier) @binding.variable)
(keyword_pattern . (identifier) @keyword)
(keyword_pattern (_) (dotted_name . (identifier) @binding.variable .))
(global_statement (identifier) @binding.global)
(nonlocal_statement (identifier) @binding.global)
