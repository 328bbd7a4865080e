// Package router matches requests to handlers.
package router

import (
	"fmt"
	"net/http"
	mx "sync"
	_ "embed"
)

// MaxDepth bounds the tree.
const MaxDepth = 8

const (
	Red Color = iota
	Green
)

var ErrNotFound, errGone = fmt.Errorf("not found"), http.ErrAbortHandler

var (
	mu      mx.Mutex
	routers map[string]*Router
)

// Color is an enumeration.
type Color int

type (
	Handler  = http.Handler
	Filter   func(next Handler) Handler
	Pair[K comparable, V any] struct {
		Key   K
		Value V
	}
)

// Matcher decides.
type Matcher interface {
	fmt.Stringer
	Match(r *http.Request, depth int) (bool, error)
	~int | ~string
}

// Router holds routes.
type Router struct {
	http.Handler
	*Tree
	routes, spare []*Route
	inner         struct{ depth int }
}

type Tree struct{}

type Route struct{ name string }

// NewRouter makes one.
func NewRouter(opts ...func(*Router)) *Router {
	r := &Router{routes: nil}
	for _, opt := range opts {
		opt(r)
	}
	return r
}

// ServeHTTP answers.
func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var depth, limit int = 0, MaxDepth
	if route, err := r.find(req); err == nil {
		switch v := any(route).(type) {
		case *Route:
			fmt.Fprintln(w, v.name, depth, limit)
		}
	}
	defer func(msg string) { r.spare = nil }("x")
}

func (r Router) find(req *http.Request) (route *Route, err error) { return nil, ErrNotFound }

func (p *Pair[K, V]) Swap() {}

func Map[T, U any](in []T, f func(T) U) []U {
	type local struct{ t T }
	out := make([]U, 0, len(in))
	for i := range in {
		out = append(out, f(in[i]))
	}
	return out
}

func (*Tree) Walk() { Map[int, string](nil, nil) }
