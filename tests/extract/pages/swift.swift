import Foundation
import struct Network.Path

/// The most.
let maxDepth = 8
var count: Int = 0
typealias Handler = (String) -> Void

protocol Matcher: Named {
    associatedtype Output
    var size: Int { get }
    func match(_ path: String) throws -> Output
    init(name: String)
}

/// Routes.
@available(iOS 13, *)
public final class Router<T: Any>: Base, Matcher where T: Hashable {
    static let shared = Router()
    private var routes: [Route] = [], spare = 1
    var depth: Int { return routes.count }
    lazy var lazyOne: Int = { 1 }()

    init(name: String) { super.init(name: name) }
    deinit { print("x") }
    subscript(index: Int) -> Route { routes[index] }

    func match(_ path: String) throws -> Route {
        guard let found = routes.first(where: { $0.matches(path) }) else { throw NotFound(path) }
        func local(x: Int) -> Int { x }
        let y = local(x: max(1, 2))
        return found
    }

    static func == (a: Router, b: Router) -> Bool { true }
    class func make() -> Router { Router(name: "x") }
}

struct Point { var x, y: Int; mutating func move() {} }

enum Color: String, Named {
    case red = "r", green
    case custom(name: String)
    func shade() {}
}

extension Router: CustomStringConvertible {
    var description: String { "x" }
    func extra() {}
}

actor Store { func save() {} }

func helper<T>(x: T) -> T { x }
infix operator <+>
