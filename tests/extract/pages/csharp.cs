using System;
using System.Collections.Generic;
using Json = Newtonsoft.Json.JsonConvert;
using static System.Math;

namespace App.Routes
{
    /// <summary>Routes.</summary>
    [Serializable]
    public sealed partial class Router<T> : BaseRouter, IMatcher<T> where T : class
    {
        public const int MaxDepth = 8;
        private readonly List<Route> _routes = new(), _spare;
        public event EventHandler<RouteEventArgs> Changed, Gone;
        public event Action Closed { add { } remove { } }

        public Router(List<Route> routes) : base(routes)
        {
            _routes = routes;
        }

        ~Router() { }

        public string Name { get; set; } = "x";
        public int Count => _routes.Count;
        public Route this[int index] => _routes[index];

        [Obsolete("no")]
        public async Task<Route> MatchAsync(Request request, params int[] depths)
        {
            var limit = Max(1, MaxDepth);
            foreach (var route in _routes)
            {
                if (route.Matches(request) is Route found) return found;
            }
            int Local(int x) => x + limit;
            try { await Run(r => r.Name, nameof(Name)); }
            catch (Exception e) when (e is null) { throw new NotFound(e); }
            var map = new Dictionary<string, Route> { ["a"] = null };
            Changed?.Invoke(this, null);
            Helper.Go<int>(out var result);
            return null;
        }

        public static bool operator ==(Router<T> a, Router<T> b) => true;
        public static implicit operator string(Router<T> r) => r.Name;

        private enum Color : byte { Red, Green = 2 }
        protected internal struct Point { public int X, Y; }
        public delegate void Visitor(Route route);
    }

    public interface IMatcher<in T> : IDisposable
    {
        Route Match(T request);
        string Name { get; }
    }

    public record Person(string First, string Last) : Base(First);
    public record struct Pair(int A);
    public static class Extensions
    {
        public static void Go<T>(this Router<T> router) where T : class { }
    }
}
