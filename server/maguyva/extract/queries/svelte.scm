; The code is in the script blocks, which are read as their own language.

;; references

; A tag in capitals or with a dash is a component.
((tag_name) @reference.type (#match? @reference.type "[A-Z-]"))
