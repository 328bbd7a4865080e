; What the module is called: imports of its packages begin with it.
(module_directive (module_path) @name) @definition.module
