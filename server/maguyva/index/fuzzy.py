"""How a half-remembered name is matched against many names at once.

A name is compared in its folded form (`folded`), as UTF-8 bytes. The first tier that applies counts:

    EXACT        equal
    PREFIX       the name starts with the query
    HUMP         the query is made of pieces that each start where a word of the name starts: "gun", "geUsNa", "user" → get_user_name
    SUBSTRING    the query stands anywhere else in the name
    SUBSEQUENCE  the query's letters come in the name in this order

Within a tier the tighter match comes first, then the shorter name. Tier, tightness and length make one whole number, the key:
    EXACT        tightness 0 when equal to the letter, else 1
    PREFIX       0 when a word ends with the query, else 1
    HUMP         4 a piece and 1 a word passed over before a piece, the cheapest way to cut
    SUBSTRING    bytes before the first occurrence
    SUBSEQUENCE  bytes between the query's letters, the densest way to find them

The last three tiers are a dynamic programme over the query's bytes, done for thousands of names at a time: row j of a block holds byte j of
every name, so each step is one pass over contiguous memory. Only names that have all of the query's letters get there, by a 64-bit mask.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from maguyva.model import F32, U8, U32, Bool
from maguyva.text import fold_name, split_identifier

Ids = NDArray[np.int64]
Masks = NDArray[np.uint64]
Cost = NDArray[np.int16]


class Tier(IntEnum):
    """How well a name matches; smaller is better."""

    EXACT = 0
    PREFIX = 1
    HUMP = 2
    SUBSTRING = 3
    SUBSEQUENCE = 4


LONGEST = 255  # Bytes of a name that HUMP, SUBSTRING and SUBSEQUENCE look at; longer lengths count as this.
_TIGHTNESS = 1024
_KEYS = len(Tier) * _TIGHTNESS * (LONGEST + 1)  # Below 2**24, so a key survives in a float32.
_NEVER = np.int16(16_000)
_PIECE = 4
_BLOCK = 2048  # Names at a time in a programme: their costs stay in the processor's cache.
_BLOCK_FILTER = 8192  # Names at a time before that: their bytes stay in it.


def folded(name: str) -> bytes:
    """The form in which names are compared: composed, without case, `_` and white space."""
    return fold_name("".join(name.split())).encode("utf-8", "surrogatepass")


def word_starts(name: str, form: bytes) -> list[int]:
    """Where the words of `name` start in its folded form: `getHTTPUser_name` → 0, 3, 7, 11."""
    parts = split_identifier(name)
    if name.isascii() and len(form) == sum(map(len, parts)):
        starts, at = [], 0
        for part in parts:
            starts.append(at)
            at += len(part)
        return starts
    # Other signs and scripts: a letter starts a word when what stands before it is of another kind, or is smaller.
    starts, at, before = [], 0, ""
    composed = unicodedata.normalize("NFC", name)
    for place, char in enumerate(composed):
        after = composed[place + 1 : place + 2]
        if char.isalnum() and (
            not before.isalnum() or char.isdigit() != before.isdigit() or (char.isupper() and (not before.isupper() or after.islower()))
        ):
            starts.append(at)
        at += len(folded(char))
        before = char
    return [start for start in starts if start < len(form)]


def scores_of(keys: Ids) -> F32:
    """Keys as scores 0 … 1, larger is better, in the same order."""
    return ((_KEYS - 1 - keys) / _KEYS).astype(np.float32)


def keys_of(tier: Tier, tightness: NDArray[np.generic] | int, lengths: NDArray[np.generic]) -> Ids:
    """The keys of names in `tier`; smaller is better."""
    tight = np.minimum(np.asarray(tightness, dtype=np.int64), _TIGHTNESS - 1)
    keys: Ids = (int(tier) * _TIGHTNESS + tight) * (LONGEST + 1) + np.minimum(lengths.astype(np.int64), LONGEST)
    return keys


def _bit(byte: int) -> int:
    return byte - ord("a") if ord("a") <= byte <= ord("z") else 26 + byte - ord("0") if ord("0") <= byte <= ord("9") else 36 + byte % 28


_BIT = np.array([1 << _bit(byte) for byte in range(256)], dtype=np.uint64)


def letter_mask(letters: bytes) -> np.uint64:
    """One bit for each letter and digit, shared bits for the rest."""
    return np.uint64(np.bitwise_or.reduce(_BIT[np.frombuffer(letters, dtype=np.uint8)], initial=np.uint64(0)))


def letter_masks(offsets: U32, blob: U8, among: Bool | None = None) -> Masks:
    """The mask of each name's bytes, or of those that `among` (a mask over the blob) says."""
    masks = np.zeros(len(offsets) - 1, dtype=np.uint64)
    filled = offsets[1:] > offsets[:-1]
    if filled.any():
        bits = _BIT[blob] if among is None else np.where(among, _BIT[blob], np.uint64(0))
        masks[filled] = np.bitwise_or.reduceat(bits, offsets[:-1][filled].astype(np.int64))
    return masks


def in_order(query: bytes, names: Ids, offsets: U32, blob: U8) -> Ids:
    """Those of `names` whose bytes contain the query's in this order, which every match of the last three tiers does."""
    return _in_blocks(names, lambda block: _in_order(query, block, offsets, blob))


def _in_order(query: bytes, names: Ids, offsets: U32, blob: U8) -> Ids:
    names, counts = _by_length(names, offsets, len(query))
    # One letter of every name at a time; `met` counts the query's letters that it has shown so far, the last entry is no byte of UTF-8.
    wanted = np.frombuffer(query[:LONGEST] + b"\xff", dtype=np.uint8)
    met = np.zeros(len(names), dtype=np.intp)  # A native integer: numpy looks those up four times as fast as bytes.
    at = offsets[names].astype(np.int64)
    for count in counts:
        met[:count] += blob[at[:count]] == wanted.take(met[:count])
        at[:count] += 1
    kept: Ids = names[met == len(query)]
    return kept


def with_humps(query: bytes, names: Ids, offsets: U32, blob: U8, starts: U8) -> Ids:
    """Those of `names` that match in HUMP: the programme without its costs, all of the query's bytes at once, a bit each."""
    if len(query) > 62:
        return names
    return _in_blocks(names, lambda block: _with_humps(query, block, offsets, blob, starts))


def _with_humps(query: bytes, names: Ids, offsets: U32, blob: U8, starts: U8) -> Ids:
    names, counts = _by_length(names, offsets, len(query))
    where = np.zeros(256, dtype=np.uint64)  # Bit i + 1: the query's byte i.
    for place, byte in enumerate(query):
        where[byte] |= np.uint64(2 << place)
    inside = np.uint64(sum(2 << place for place, byte in enumerate(query) if _continues(byte)))
    one = np.uint64(1)
    here = np.zeros(len(names), dtype=np.uint64)  # Bit i: the first i bytes are matched, the last of them by the letter just seen.
    ever = np.ones(len(names), dtype=np.uint64)  # Likewise, by any letter so far.
    at = offsets[names].astype(np.int64)
    for count in counts:
        places = at[:count]
        jump = ((ever[:count] << one) & ~inside) * starts[places]
        here[:count] = ((here[:count] << one) | jump) & where.take(blob[places].astype(np.intp))
        ever[:count] |= here[:count]
        at[:count] += 1
    kept: Ids = names[(ever >> np.uint64(len(query))) & one == one]
    return kept


def _in_blocks(names: Ids, filtered: Callable[[Ids], Ids]) -> Ids:
    # Neighbours in the table are neighbours in memory: the bytes of a block are read once, not once a letter.
    parts = [filtered(names[start : start + _BLOCK_FILTER]) for start in range(0, len(names), _BLOCK_FILTER)]
    return np.sort(np.concatenate(parts)) if parts else names


def _by_length(names: Ids, offsets: U32, least: int) -> tuple[Ids, list[int]]:
    """The names of `least` bytes or more, long ones first; and how many of them have a first, a second … byte, LONGEST at most."""
    lengths = np.minimum(offsets[names + 1] - offsets[names], LONGEST).astype(np.int64)
    enough = lengths >= least
    names, lengths = names[enough], lengths[enough]
    order = np.argsort(-lengths.astype(np.int16), kind="stable")
    longer = np.cumsum(np.bincount(lengths, minlength=1)[::-1])[::-1]
    return names[order], longer[1:].tolist()


def loose_matches(query: bytes, names: Ids, offsets: U32, blob: U8, starts: U8, tier: Tier) -> tuple[Ids, Cost]:
    """Those of `names` that match in HUMP, SUBSTRING or SUBSEQUENCE, with their tightness. `starts` is 1 where a word starts."""
    lengths = np.minimum(offsets[names + 1] - offsets[names], LONGEST).astype(np.int64)
    programme = {Tier.HUMP: _hump_costs, Tier.SUBSTRING: _substring_costs, Tier.SUBSEQUENCE: _subsequence_costs}[tier]
    found: list[Ids] = [names[:0]]
    costs: list[Cost] = [np.zeros(0, dtype=np.int16)]
    for block, height in _blocks(names, lengths):
        row = np.arange(height)[:, None]
        places = offsets[names[block]].astype(np.int64) + row
        outside = row >= lengths[block]
        places[outside] = 0
        letters, begins = blob[places], starts[places]
        letters[outside] = 0xFF  # No byte of UTF-8.
        begins[outside] = 0
        cost = programme(query, letters, begins)
        hit = cost < _NEVER
        found.append(names[block][hit])
        costs.append(cost[hit])
    return np.concatenate(found), np.concatenate(costs)


def _blocks(names: Ids, lengths: Ids) -> Iterator[tuple[Ids, int]]:
    """Positions in `names` in blocks of similar length, each with the length of its longest."""
    order = np.argsort(lengths, kind="stable")
    for start in range(0, len(names), _BLOCK):
        block = order[start : start + _BLOCK]
        yield block, int(lengths[block[-1]])


# In the programmes cost[j] is the least cost of matching the query so far with its last byte at j. _NEVER plus or minus what a name can
# cost stays _NEVER by the end of the step, because a later place never costs less than the earlier one took off.


def _hump_costs(query: bytes, letters: U8, starts: U8) -> Cost:
    word = starts.astype(np.int16)
    for row in range(1, len(word)):
        word[row] += word[row - 1]
    word -= np.int16(1)
    no_start = np.where(starts, np.int16(0), _NEVER)
    cost = np.maximum(np.maximum(word + np.int16(_PIECE), no_start), _unless(letters == query[0]))
    for byte in query[1:]:
        follow = cost[:-1]
        if not _continues(byte):
            # The best piece that ended before; a piece that starts in the next word passes over none.
            jump = _least_so_far(cost - word)[:-1] + (word[1:] + np.int16(_PIECE - 1))
            follow = np.minimum(follow, np.maximum(jump, no_start[1:]))
        cost = _step(follow, letters, byte)
    least: Cost = np.min(cost, axis=0)
    return least


def _substring_costs(query: bytes, letters: U8, starts: U8) -> Cost:
    reached = letters == query[0]
    for byte in query[1:]:
        before = np.zeros_like(reached)
        before[1:] = reached[:-1]
        reached = before & (letters == byte)
    return np.where(reached.any(axis=0), reached.argmax(axis=0) - (len(query) - 1), _NEVER).astype(np.int16)


def _subsequence_costs(query: bytes, letters: U8, starts: U8) -> Cost:
    place = np.arange(len(letters), dtype=np.int16)[:, None]
    cost = _unless(letters == query[0])
    for byte in query[1:]:
        follow = cost[:-1]
        if not _continues(byte):
            follow = _least_so_far(cost - place)[:-1] + (place[1:] - np.int16(1))
        cost = _step(follow, letters, byte)
    least: Cost = np.min(cost, axis=0)
    return least


def _least_so_far(cost: Cost) -> Cost:
    # Row by row this takes a fiftieth of the time of `np.minimum.accumulate` along the first axis.
    for row in range(1, len(cost)):
        np.minimum(cost[row], cost[row - 1], out=cost[row])
    return cost


def _step(follow: Cost, letters: U8, byte: int) -> Cost:
    """Costs after one more byte: `follow[j − 1]` where it stands at j."""
    cost = np.full(letters.shape, _NEVER, dtype=np.int16)
    np.maximum(follow, _unless(letters[1:] == byte), out=cost[1:])
    return np.minimum(cost, _NEVER, out=cost)


def _unless(possible: Bool) -> Cost:
    cost: Cost = np.logical_not(possible) * _NEVER
    return cost


def _continues(byte: int) -> bool:
    """Whether a byte is inside a UTF-8 character: then it must stand right behind the one before."""
    return byte & 0xC0 == 0x80


def pack(pieces: Sequence[bytes]) -> tuple[U32, U8]:
    """Offsets (n + 1) and blob."""
    offsets = np.zeros(len(pieces) + 1, dtype=np.uint32)
    offsets[1:] = np.cumsum([len(piece) for piece in pieces], dtype=np.int64)
    return offsets, np.frombuffer(b"".join(pieces), dtype=np.uint8)


def range_of(offsets: U32, blob: U8, form: bytes, prefix: bool = False) -> tuple[int, int]:
    """The rows [first, past) of a sorted table that equal `form`, or start with it."""

    def row(at: int) -> bytes:
        piece = blob[int(offsets[at]) : int(offsets[at + 1])].tobytes()
        return piece[: len(form)] if prefix else piece

    count = len(offsets) - 1
    return _first(count, lambda at: row(at) >= form), _first(count, lambda at: row(at) > form)


def _first(count: int, holds: Callable[[int], bool]) -> int:
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
