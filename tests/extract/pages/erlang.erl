%% Routes.
-module(router).
-behaviour(gen_server).
-export([match/2, init/1]).
-import(lists, [map/2]).
-include("router.hrl").
-include_lib("kernel/include/file.hrl").

-define(MAX_DEPTH, 8).
-define(SQUARE(X), (X) * (X)).
-record(router, {name :: string(), routes = []}).
-type path() :: string().
-opaque id() :: integer().
-callback visit(path()) -> ok.

%% Matches a path.
-spec match(#router{}, path()) -> boolean().
match(#router{routes = []}, _Path) ->
    false;
match(Router, Path) when is_list(Path) ->
    Found = lists:keyfind(Path, 1, Router#router.routes),
    helper(?SQUARE(Found)).

match(X) -> X.

helper(0) -> 1;
helper(N) -> F = fun local/1, F(N) + ?MAX_DEPTH.

local(X) -> X.
init(_) -> {ok, #router{name = "x"}}.
