(** Routes. *)
type t
type color = Red | Green

exception Not_found_route of string

val create : string -> t
(** Makes one. *)

val ( <+> ) : t -> t -> t
external ext : int -> int = "c_ext"

module Nested : sig
  val inner : int
end

module type S = sig
  type t
end

class type counter = object
  method incr : unit
end
