; Elements: a component's tag is its call.

;; references

(jsx_opening_element name: [(identifier) @reference.call (member_expression property: (property_identifier) @reference.call)])
(jsx_self_closing_element name: [(identifier) @reference.call (member_expression property: (property_identifier) @reference.call)])
(jsx_attribute (property_identifier) @key.write)

((jsx_opening_element name: (identifier) @ignore) (#match? @ignore "^[a-z]"))
((jsx_self_closing_element name: (identifier) @ignore) (#match? @ignore "^[a-z]"))
((jsx_closing_element name: (identifier) @ignore) (#match? @ignore "^[a-z]"))
