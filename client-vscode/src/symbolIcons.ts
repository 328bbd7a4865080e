// The icons of VS Code for kinds of symbols. Pure, and the same in every view.

import type { SymbolKindName } from "./protocol";

export const SYMBOL_ICONS = {
  namespace: "symbol-namespace",
  module: "symbol-module",
  class: "symbol-class",
  interface: "symbol-interface",
  struct: "symbol-structure",
  enum: "symbol-enum",
  trait: "symbol-interface",
  impl: "symbol-class",
  type: "symbol-class",
  function: "symbol-function",
  method: "symbol-method",
  constructor: "symbol-constructor",
  property: "symbol-property",
  field: "symbol-field",
  variable: "symbol-variable",
  constant: "symbol-constant",
  enum_member: "symbol-enum-member",
  macro: "symbol-keyword",
  heading: "symbol-string",
  object: "symbol-object",
  union: "symbol-structure",
  event: "symbol-event",
} as const satisfies Record<SymbolKindName, string>;

export type SymbolIcon = (typeof SYMBOL_ICONS)[SymbolKindName];
