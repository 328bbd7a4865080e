module example.com/app/v2 // the path

go 1.21

require (
	github.com/gorilla/mux v1.8.0
)

replace github.com/gorilla/mux => ../mux
