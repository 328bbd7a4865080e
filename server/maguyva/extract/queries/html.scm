; The code is in the script blocks, which are read as their own language.

;; references
