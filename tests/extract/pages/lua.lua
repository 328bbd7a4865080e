local json = require("json")
local M = {}

--- The most.
M.MAX_DEPTH = 8
local count = 0
Global = {}

-- Routes.
local Router = setmetatable({}, { __index = Base })
Router.__index = Router

function Router.new(name, ...)
  local self = setmetatable({}, Router)
  self.name = name
  return self
end

function Router:match(path)
  for _, route in ipairs(self.routes) do
    if route:matches(path) then return helper(route) end
  end
end

local function helper(x) return x end

function top_level() return M.deep.call(1) end

M.handler = function(x) return x end
local anonymous = function() end

local t = { inner = function() end, value = 1 }

return M
