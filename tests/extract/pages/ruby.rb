require "json"
require_relative "./base"

# Routes requests.
module Routing
  MAX_DEPTH = 8

  # One router.
  class Router < Base
    include Enumerable
    extend Forwardable
    attr_accessor :routes, :spare
    attr_reader :name
    attr_writer "verbose"
    alias_method :add, :insert
    alias push insert
    @@count = 0

    class << self
      def build(options = {}) = new(options)
    end

    def self.default
      @default ||= build
    end

    def initialize(name, *rest, limit: 3, &block)
      @name = name
      super()
    end

    def match?(path)
      @routes.find { |route| route.matches?(path) }&.call
      raise NotFound, path unless path
    end

    def [](index) = @routes[index]
    define_method(:dynamic) { |x| x }

    private def hidden; end

    Point = Struct.new(:x, :y)
    class NotFound < StandardError; end
  end

  module_function

  def helper(x) = x
end

class Routing::Finder
end

def top_level(path)
  Routing::Router.default.match?(path)
end
