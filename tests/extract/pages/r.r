library(dplyr)
require("tidyr")
source("base.R")

# The most.
MAX_DEPTH <- 8
count = 0

#' Matches a path.
match_route <- function(router, path = "/", ...) {
  found <- Filter(function(r) r$matches(path), router$routes)
  local_fn <- function(x) x + 1
  helper(found[[1]])
}

helper = function(x) x %>% dplyr::mutate(y = 1)
short <- \(x) x + MAX_DEPTH
`%+%` <- function(a, b) paste0(a, b)

print.router <- function(x, ...) UseMethod("print")

setClass("Router", representation(name = "character"))
setGeneric("area", function(shape) standardGeneric("area"))
setMethod("area", "Router", function(shape) 1)
Stack <- R6Class("Stack", public = list(
  items = NULL,
  push = function(x) self$items
))
