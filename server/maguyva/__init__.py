"""Maguyva: a language server that answers a question about code with the right retriever, or the right blend of four."""

__version__ = "0.1.0"
