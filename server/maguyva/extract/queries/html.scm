; The code is in the script blocks, which are read as their own language.

;; references

; A tag with a dash is a component.
((tag_name) @reference.type (#match? @reference.type "-"))
