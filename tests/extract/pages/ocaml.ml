open Base
module M = Map.Make (String)

(** The most. *)
let max_depth = 8
let a, b = 1, 2

exception Not_found_route of string

(** Routes. *)
type 'a router = { name : string; mutable routes : 'a list }
and color = Red | Green of int
type alias = int list

module type Matcher = sig
  type t
  val matches : t -> string -> bool
end

module Router (X : Matcher) : Matcher = struct
  type t = X.t
  let matches t path = X.matches t path
  module Nested = struct let inner = 1 end
end

class counter init = object (self)
  val mutable count = init
  method incr = count <- count + 1
  method virtual shade : int
end

external ext : int -> int = "c_ext"

let rec helper x = if x > max_depth then local x else x
and local x = List.map (fun y -> y + 1) [ x ] |> List.hd
let ( <+> ) a b = a + b
let () = print_endline (string_of_int (helper 3))
