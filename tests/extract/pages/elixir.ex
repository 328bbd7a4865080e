defmodule App.Router do
  @moduledoc "Routes."
  use Plug.Router
  import Enum, only: [map: 2]
  alias App.{Route, Base}
  require Logger
  @behaviour App.Matcher
  @max_depth 8
  @type t :: %__MODULE__{name: String.t()}
  @callback visit(t) :: :ok

  defstruct [:name, routes: []]

  @doc "Matches."
  @spec match(t, String.t()) :: Route.t()
  def match(router, path) when is_binary(path) do
    router.routes |> Enum.find(&Route.matches?(&1, path)) |> helper()
  end

  def match(router, nil), do: router

  defp helper(x), do: x + @max_depth
  def no_args, do: :ok
  defmacro route(path, do: block) do
    quote do: unquote(block)
  end
  defguard is_route(x) when is_map(x)
  defdelegate size(r), to: Base

  defmodule Nested do
    def inner, do: Logger.info("x")
  end
end

defprotocol App.Named do
  def name(x)
end

defimpl App.Named, for: App.Router do
  def name(r), do: r.name
end

defmodule App.NotFound do
  defexception message: "no"
end
