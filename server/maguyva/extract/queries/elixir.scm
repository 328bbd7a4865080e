(call target: (identifier) @_kind (arguments . (alias) @name) (do_block)? @body (#eq? @_kind "defmodule")) @definition.module
(call target: (identifier) @_kind (arguments . (alias) @name) (do_block)? @body (#eq? @_kind "defprotocol")) @definition.interface
(call target: (identifier) @_kind (arguments . (alias) @name) (do_block)? @body (#eq? @_kind "defimpl")) @definition.impl

(call
  target: (identifier) @_kind
  (arguments
    .
    [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
    ])
  (do_block)? @body
  (#any-of? @_kind "def" "defp" "defdelegate" "defn" "defnp")) @definition.function
(call
  target: (identifier) @_kind
  (arguments
    .
    [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
    ])
  (do_block)? @body
  (#any-of? @_kind "defmacro" "defmacrop" "defguard" "defguardp")) @definition.macro

; An operator is defined by writing it between its operands.
(call
  target: (identifier) @_kind
  (arguments . (binary_operator operator: ["+" "-" "*" "/" "++" "--" "<>" "|>" "=~" "==" "<|>" "~>" "<~" "<~>" ">>>" "<<<" "|||" "&&&"] @name))
  (#any-of? @_kind "def" "defp" "defmacro")) @definition.function

(call target: (identifier) @_kind (arguments (list [(atom) @name (keywords (pair key: (keyword) @name))])) (#eq? @_kind "defstruct")) @definition.field
(call target: (identifier) @_kind (arguments (keywords (pair key: (keyword) @name))) (#any-of? @_kind "defstruct" "defexception")) @definition.field

(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_kind
    (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))
  (#any-of? @_kind "type" "typep" "opaque")) @definition.type
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_kind (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))
  (#any-of? @_kind "callback" "macrocallback")) @definition.method
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @name (arguments))
  (#not-match? @name
    "^(doc|moduledoc|typedoc|spec|typep?|opaque|(macro)?callback|behaviour|impl|derive|(module|describe)?tag|deprecated|dialyzer|compile|optional_callbacks|enforce_keys|(before|after)_compile|on_(load|definition)|external_resource|shortdoc|since|requirements)$")) @definition.constant

;; references

((identifier) @reference.read
  (#not-match? @reference.read "^(def(p|module|macrop?|protocol|impl|struct|guardp?|delegate|exception|n|np)?|alias|import|use|require|do|end)$"))
(alias) @reference.type
((call target: (identifier) @reference.call)
  (#not-match? @reference.call "^(def(p|module|macrop?|protocol|impl|struct|guardp?|delegate|exception|n|np)?|alias|import|use|require|(type|module)?doc|spec|typep?|opaque|(macro)?callback|behaviour|impl)$"))
(call target: (dot right: (identifier) @reference.call))
(binary_operator operator: "|>" right: (identifier) @reference.call)
(call
  target: (identifier) @_import
  (arguments [(alias) @reference.import (dot right: (tuple (alias) @reference.import))])
  (#any-of? @_import "alias" "import" "require"))
(call target: (identifier) @_use (arguments (alias) @reference.inherit) (#eq? @_use "use"))
(call target: (identifier) @_impl (arguments (alias) @reference.inherit) (#eq? @_impl "defimpl"))
(unary_operator
  operator: "@" operand: (call target: (identifier) @_behaviour (arguments (alias) @reference.inherit)) (#eq? @_behaviour "behaviour"))

(comment) @comment
(unary_operator operator: "@" operand: (call target: (identifier) @_doc) (#any-of? @_doc "doc" "typedoc" "spec" "impl")) @comment
