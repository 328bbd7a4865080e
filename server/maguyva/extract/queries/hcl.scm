(config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) (#any-of? @_kind "variable" "output")) @definition.variable))
(config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) (#eq? @_kind "module")) @definition.module))
; The last label of a block is its name.
(config_file (body (block (string_lit (template_literal) @name) . (block_start)) @definition.object))
(config_file
  (body (block . (identifier) . (string_lit (template_literal) @type) . (string_lit (template_literal) @name) . (block_start)) @definition.object))
(config_file (body (block . (identifier) @_kind (body (attribute . (identifier) @name) @definition.variable) (#eq? @_kind "locals"))))
(config_file (body (attribute . (identifier) @name) @definition.variable))

;; references

(variable_expr (identifier) @reference.read)
(get_attr (identifier) @reference.read)
(function_call . (identifier) @reference.call)
(config_file
  (body (block (identifier) @_module (body (attribute (identifier) @_source (expression (literal_value (string_lit (template_literal) @reference.import)))))
    (#eq? @_module "module") (#eq? @_source "source"))))
