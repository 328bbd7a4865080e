(source
  (list_lit
    . value: (sym_lit name: (sym_name) @_kind) . value: (sym_lit name: (sym_name) @name)
    (#any-of? @_kind "defn" "defn-" "defmulti" "deftest" "defhandler" "defsc" "defnc" "defun" "defui")) @definition.function)
(source (list_lit . value: (sym_lit name: (sym_name) @_kind) . value: (sym_lit name: (sym_name) @name) (#eq? @_kind "defmethod")) @definition.method)
(source (list_lit . value: (sym_lit name: (sym_name) @_kind) . value: (sym_lit name: (sym_name) @name) (#eq? @_kind "defmacro")) @definition.macro)
(source
  (list_lit
    . value: (sym_lit name: (sym_name) @_kind) . value: (sym_lit name: (sym_name) @name)
    (#any-of? @_kind "defprotocol" "definterface")) @definition.interface)
(source
  (list_lit
    . value: (sym_lit name: (sym_name) @_kind) . value: (sym_lit name: (sym_name) @name)
    (#any-of? @_kind "defrecord" "deftype" "defstruct")) @definition.class)
(source (list_lit . value: (sym_lit name: (sym_name) @_kind) . value: (sym_lit name: (sym_name) @name) (#eq? @_kind "ns")) @definition.namespace)
(source
  (list_lit
    . value: (sym_lit name: (sym_name) @_kind) value: (list_lit . value: (sym_lit name: (sym_name) @name)) @definition.method
    (#any-of? @_kind "defprotocol" "definterface" "defrecord" "deftype")))
(source
  (list_lit
    . value: (sym_lit name: (sym_name) @_kind)
    . value: (sym_lit)
    . value: (vec_lit value: (sym_lit name: (sym_name) @name) @definition.field)
    (#any-of? @_kind "defrecord" "deftype")))

; A form that begins with def… defines its second word, whichever macro it is.
(source (list_lit . value: (sym_lit name: (sym_name) @_kind) . value: (sym_lit name: (sym_name) @name) (#match? @_kind "^def")) @definition.variable)

;; references

((sym_name) @reference.read (#not-match? @reference.read "^(def.*|ns|let|if|do|fn|&|%[0-9]?)$"))
((list_lit . value: (sym_lit name: (sym_name) @reference.call))
  (#not-match? @reference.call "^(def.*|ns|let|if|if-let|when|when-let|do|fn|cond|case|loop|recur|for|doseq|try|catch|quote)$"))
(anon_fn_lit . value: (sym_lit name: (sym_name) @reference.call))
(source
  (list_lit
    . value: (sym_lit name: (sym_name) @_ns)
    value: (list_lit
      . value: (kwd_lit)
      value: [(sym_lit name: (sym_name) @reference.import) (vec_lit . value: (sym_lit name: (sym_name) @reference.import))])
    (#eq? @_ns "ns")))
