"""Names that every program of a language has: a match by name alone on one of them says nothing."""

from __future__ import annotations

import builtins


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_JAVASCRIPT_MEMBERS = _words("""
apply bind call toString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString constructor prototype length name
at concat copyWithin entries every fill filter find findIndex findLast flat flatMap forEach includes indexOf join keys lastIndexOf map pop
push reduce reduceRight reverse shift slice some sort splice unshift values charAt charCodeAt codePointAt endsWith localeCompare match
matchAll normalize padEnd padStart repeat replace replaceAll search split startsWith substring substr toLowerCase toUpperCase trim trimEnd
trimStart get set has add delete clear size then catch finally next return throw test exec lastIndex source flags getTime now parse
stringify log error warn info debug assign create defineProperty freeze isArray from of resolve reject all race any max min abs floor ceil
round random on once off emit addListener removeListener removeAllListeners pipe write end destroy read close open listen address
addEventListener removeEventListener dispatchEvent appendChild setAttribute getAttribute querySelector innerHTML style target data message
stack code cause value done status statusCode headers body json text url method type id key
""")

# What files, matches, dates, queues, futures, paths, loggers and test cases of Python's standard library have.
_PYTHON_STANDARD = _words("""
read readline readlines write writelines close flush seek tell open name mode group groups groupdict match search findall finditer sub
start end span compile pattern now today date time year month day hour minute second isoformat strftime strptime timestamp
put get_nowait task_done acquire release wait notify set is_set cancel result done exception send throw path exists is_file is_dir
stem suffix parent parents joinpath mkdir iterdir glob resolve info debug warning error critical log exception load loads dump dumps
assertEqual assertTrue assertFalse assertRaises assertIn assertIsNone setUp tearDown side_effect return_value called
""")
_PYTHON_TYPES = (str, bytes, list, dict, set, int, float, complex, BaseException, object, type)

MEMBERS = _JAVASCRIPT_MEMBERS | _PYTHON_STANDARD | frozenset(name for kind in _PYTHON_TYPES for name in dir(kind))

GLOBALS = _words("""
Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array
Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError
URIError Uint16Array Uint32Array Uint8Array WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval
globalThis isFinite isNaN parseFloat parseInt undefined unescape console setTimeout setInterval clearTimeout clearInterval setImmediate
clearImmediate queueMicrotask structuredClone fetch window document navigator location history localStorage sessionStorage alert require
module exports __dirname __filename process Buffer global URL URLSearchParams TextEncoder TextDecoder AbortController AbortSignal Event
EventTarget Headers Request Response FormData Blob File XMLHttpRequest WebSocket performance crypto arguments Awaited Partial Required
Readonly Record Pick Omit Exclude Extract NonNullable Parameters ConstructorParameters ReturnType InstanceType Uppercase Lowercase
Iterable Iterator AsyncIterable AsyncIterator IterableIterator Generator PromiseLike ArrayLike ReadonlyArray ReadonlyMap ReadonlySet
any unknown never void string number boolean object symbol bigint HTMLElement Element Node
""")

# Names that a Python module has of itself: they stand for the file.
MODULE_NAMES = _words("__name__ __file__ __path__ __package__ __spec__ __doc__ __loader__ __dict__")

PYTHON_BUILTINS = (frozenset(dir(builtins)) | _words("__builtins__ __annotations__ reveal_type")) - MODULE_NAMES

# Lua's basic functions and libraries, and what LuaJIT and the editors that embed Lua add (lua.org/manual/5.4/manual.html#6).
LUA_BUILTINS = _words("""
assert collectgarbage dofile error getmetatable ipairs load loadfile loadstring next pairs pcall print rawequal rawget rawlen rawset require
select setfenv getfenv setmetatable tonumber tostring type unpack xpcall warn _G _ENV _VERSION coroutine debug io math os package string table
utf8 bit bit32 jit ffi self arg
""")

BUILTINS = {"python": PYTHON_BUILTINS, "lua": LUA_BUILTINS}

# What Rust's prelude brings into every module (doc.rust-lang.org/std/prelude), and the primitive types.
RUST_PRELUDE = _words("""
Option Some None Result Ok Err Vec String ToString Box Copy Send Sized Sync Unpin Drop Fn FnMut FnOnce drop Clone Default Eq PartialEq Ord
PartialOrd AsRef AsMut Into From Iterator Extend IntoIterator DoubleEndedIterator ExactSizeIterator ToOwned TryFrom TryInto FromIterator
std core alloc u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str println print eprintln eprint format vec panic
assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne matches todo unimplemented unreachable write writeln dbg include_str
include_bytes include concat env option_env stringify line file column cfg compile_error derive test inline allow deny warn forbid must_use
doc repr Debug Hash
""")
# Methods that types of Rust's standard library have: the name alone says nothing.
RUST_MEMBERS = _words("""
new default clone from into iter iter_mut into_iter len is_empty push pop insert remove get get_mut contains contains_key extend clear map
and_then unwrap unwrap_or unwrap_or_else unwrap_or_default expect ok err as_ref as_mut as_str as_bytes to_string to_owned to_vec collect fold
filter filter_map enumerate zip rev chars bytes next take skip chain any all find position min max sum count last first split trim lines
starts_with ends_with replace join read write flush lock borrow borrow_mut fmt eq ne cmp partial_cmp hash drop deref deref_mut index add sub
mul div neg not try_from try_into from_str parse with_capacity capacity reserve swap sort sort_by dedup retain drain truncate resize entry
keys values or_insert or_insert_with cloned copied is_some is_none is_ok is_err map_err ok_or ok_or_else as_ptr as_mut_ptr add offset cast
""")

# Methods whose result has the members of what they are called on, or of what that holds.
RUST_LENDERS = _words("""
clone as_ref as_mut as_deref as_deref_mut borrow borrow_mut iter iter_mut into_iter unwrap expect unwrap_or_default unwrap_or_else lock read
write to_owned cloned copied await rev skip take peekable as_slice as_mut_slice get_or_insert_with by_ref
""")

# Members of the standard containers of Java and C# that hand out what they hold, the key of what they hold, or another such container.
GIVE_ELEMENT = _words("""
get getFirst getLast getOrDefault next previous peek peekFirst peekLast poll pollFirst pollLast pop element orElse orElseThrow orElseGet
getValue findFirst findAny take join First FirstOrDefault Last LastOrDefault Single SingleOrDefault ElementAt Pop Peek Dequeue Find
""")
GIVE_KEY = _words("getKey firstKey lastKey")
GIVE_BACK = _words("""
stream filter sorted distinct limit skip iterator listIterator subList values reversed parallelStream
Where OrderBy OrderByDescending ThenBy Distinct Take Skip Reverse ToList ToArray AsEnumerable Concat Union Except Intersect GetRange FindAll
""")
