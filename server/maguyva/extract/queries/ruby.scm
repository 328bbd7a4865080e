(module name: [(constant) @name (scope_resolution name: (constant) @name)] body: (_)? @body) @definition.module
(class name: [(constant) @name (scope_resolution name: (constant) @name)] body: (_)? @body) @definition.class
(module name: (scope_resolution scope: (_) @container name: (constant) @name) body: (_)? @body) @definition.module
(class name: (scope_resolution scope: (_) @container name: (constant) @name) body: (_)? @body) @definition.class
(program (method name: (_) @name body: (_)? @body) @definition.function)

(method name: [(identifier) (constant) (operator) (setter)] @name body: (_)? @body) @definition.method
(singleton_method name: [(identifier) (constant) (operator) (setter)] @name body: (_)? @body) @definition.method
; Struct.new and Class.new make the constant a class.
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new)
  (#any-of? @_maker "Struct" "Class" "Data" "Module")
  (#any-of? @_new "new" "define")) @definition.class

(assignment left: [(constant) @name (scope_resolution name: (constant) @name)]) @definition.constant

(call
  method: (identifier) @_attribute
  arguments: (argument_list [(simple_symbol) (string)] @name)
  (#any-of? @_attribute
    "attr_accessor" "attr_reader" "attr_writer" "attr" "mattr_accessor" "cattr_accessor" "class_attribute" "thread_mattr_accessor")) @definition.property
(call
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) (string)] @name)
  (#any-of? @_define "define_method" "alias_method" "define_singleton_method" "scope" "delegate_missing_to")) @definition.method
(alias name: [(identifier) (operator) (setter)] @name) @definition.method

;; references

(identifier) @reference.read
(constant) @reference.type
(call method: [(identifier) (constant)] @reference.call)
(superclass [(constant) @reference.inherit (scope_resolution name: (constant) @reference.inherit)])
(call
  method: (identifier) @_mixin
  arguments: (argument_list [(constant) @reference.inherit (scope_resolution name: (constant) @reference.inherit)])
  (#any-of? @_mixin "include" "extend" "prepend"))
(call
  method: (identifier) @_require
  arguments: (argument_list (string (string_content) @reference.import))
  (#any-of? @_require "require" "require_relative" "load" "autoload"))
(assignment left: (identifier) @reference.write)
(operator_assignment left: (identifier) @reference.write)
(assignment left: (call method: (identifier) @reference.write))

[(method) (singleton_method)] @scope.function
[(class) (module)] @scope.class
