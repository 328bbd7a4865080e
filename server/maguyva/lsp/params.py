"""Checks params against the types of `protocol.py`, and names the field that is wrong. Unknown fields are ignored."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NotRequired, Required, TypeVar, Union, cast

from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

P = TypeVar("P")


def read(kind: type[P], value: Any) -> P:
    """`value` as params of a TypedDict. Raises JsonRpcInvalidParams with the field named."""
    _check(kind, value, "")
    return cast(P, value)


def _check(kind: Any, value: Any, place: str) -> None:
    origin = typing.get_origin(kind)
    if kind is Any:
        return
    if origin in (Required, NotRequired):
        _check(typing.get_args(kind)[0], value, place)
    elif typing.is_typeddict(kind):
        _check_object(kind, value, place)
    elif origin in (Union, types.UnionType):
        _check_union(typing.get_args(kind), value, place)
    elif origin is Literal:
        if value not in typing.get_args(kind):
            raise _wrong(place, "one of " + ", ".join(map(repr, typing.get_args(kind))))
    elif origin is list:
        if not isinstance(value, list):
            raise _wrong(place, "a list")
        for number, item in enumerate(value):
            _check(typing.get_args(kind)[0], item, f"{place}[{number}]")
    elif origin is dict:
        if not isinstance(value, dict):
            raise _wrong(place, "an object")
        for name, item in value.items():
            _check(typing.get_args(kind)[1], item, f"{place}.{name}")
    elif not isinstance(value, int | float if kind is float else kind) or (isinstance(value, bool) and kind is not bool):
        raise _wrong(place, _WORDS.get(kind, kind.__name__))


def _check_object(kind: Any, value: Any, place: str) -> None:
    if not isinstance(value, dict):
        raise _wrong(place or "params", "an object")
    for name, (field, is_required) in fields(kind).items():
        inner = f"{place}.{name}" if place else name
        if name in value:
            _check(field, value[name], inner)
        elif is_required:
            raise _wrong(inner, "a value: it is missing")


@cache
def fields(kind: Any) -> Mapping[str, tuple[Any, bool]]:
    """The fields of a TypedDict: type, and whether it has to be there."""
    required: frozenset[str] = kind.__required_keys__
    known = typing.get_type_hints(kind, include_extras=True)
    # With postponed annotations `__required_keys__` takes every field of a class for what the class is, so the marks are looked at here.
    return {
        name: (field, typing.get_origin(field) is Required or (name in required and typing.get_origin(field) is not NotRequired))
        for name, field in known.items()
    }


def _check_union(choices: tuple[Any, ...], value: Any, place: str) -> None:
    if value is None and type(None) in choices:
        return
    left = [choice for choice in choices if choice is not type(None)]
    for choice in left[:-1]:
        try:
            return _check(choice, value, place)
        except JsonRpcInvalidParams:
            continue
    _check(left[-1], value, place)


_WORDS: Mapping[Any, str] = {str: "a string", int: "a whole number", float: "a number", bool: "true or false", dict: "an object"}


def _wrong(place: str, expected: str) -> JsonRpcException:
    return JsonRpcInvalidParams(f"{place}: takes {expected}")
