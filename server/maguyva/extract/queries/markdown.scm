; Sections nest by the headings' levels, which `containment` reads from the markers.
(atx_heading heading_content: (inline) @name) @definition.heading
(setext_heading heading_content: (paragraph) @name) @definition.heading

;; references
