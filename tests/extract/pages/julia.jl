module Routing

using LinearAlgebra
import Base: show, length
include("base.jl")
export Router, match

"The most."
const MAX_DEPTH = 8
count = 0

abstract type Matcher end
primitive type Small 8 end

"""
One router.
"""
struct Router{T} <: Matcher
    name::String
    routes::Vector{T}
    Router(name) = new{Int}(name, [])
end

mutable struct Point
    x::Int
    y
end

@enum Color red green

function match(router::Router, path::String)::Bool
    for route in router.routes
        helper(route) && return true
    end
    return false
end

function Base.show(io::IO, r::Router) where T
    print(io, r.name)
end

helper(x) = x + 1
area(p::Point)::Float64 = p.x * p.y

macro route(path)
    return :( $path )
end

function outer()
    inner(y) = y
    local z = inner(2)
end

module Nested
const A = 1
end

end
