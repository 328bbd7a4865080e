"""JavaScript and TypeScript: what a name means by the types that are written, taken over from contexts, and by what generics are given."""
