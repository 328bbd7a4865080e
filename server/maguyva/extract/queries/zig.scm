(Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @definition.function
(Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "union") @body))))) @definition.union
(Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "enum") @body))))) @definition.enum
; A type is a constant that holds a container.
(Decl
  (VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType) @body))))) @definition.struct
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ErrorSetDecl) @body)))) @definition.enum
(source_file (Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name)) @definition.constant)
(ContainerDecl (Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name)) @definition.constant)
(source_file (Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @definition.variable)
(ContainerDecl (Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @definition.variable)
(ContainerField field_member: (IDENTIFIER) @name) @definition.field
(ContainerField !field_member . (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .))) @definition.enum_member
(ErrorSetDecl field_constant: (IDENTIFIER) @name @definition.enum_member)
(TestDecl [(STRINGLITERALSINGLE) (IDENTIFIER)] @name (Block) @body) @definition.function

;; references

(SuffixExpr variable_type_function: (IDENTIFIER) @reference.read)
(SuffixExpr variable_type_function: (IDENTIFIER) @reference.call . (FnCallArguments))
(FieldOrFnCall function_call: (IDENTIFIER) @reference.call)
(FieldOrFnCall field_access: (IDENTIFIER) @reference.read)
(FieldInit field_member: (IDENTIFIER) @reference.write)
(ParamType (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @reference.type)))
(SuffixExpr
  (BUILTINIDENTIFIER) @_import
  (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @reference.import)))
  (#any-of? @_import "@import" "@cImport" "@embedFile"))
