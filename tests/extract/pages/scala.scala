package com.example.routes

import scala.collection.mutable.{Map => MMap, Set}
import com.example.base._

/** Routes. */
abstract class Router[T <: AnyRef](val name: String, limit: Int) extends Base(name) with Matcher[T] {
  val routes: List[Route] = Nil
  var count = 0
  type Handler = String => Unit
  def apply(path: String): T
  def run(path: String)(implicit ec: Ctx): Option[T] = {
    val found = routes.find(_.matches(path))
    def local(x: Int) = x + 1
    found.map(r => new Wrapper(r, local(max(1, 2))))
  }
  lazy val spare, extra = 1
}

object Router {
  val MaxDepth = 8
  def apply(name: String): Router[String] = ???
  implicit class Ops(val s: String) { def shout = s.toUpperCase }
}

trait Matcher[T] extends Named { def matches(path: String): Boolean }
case class Point(x: Int, y: Int)
case object Empty extends Shape
sealed trait Shape
enum Color(val code: String):
  case Red extends Color("r")
  case Green, Blue
end Color
given ordering: Ordering[Point] with
  def compare(a: Point, b: Point): Int = 0
extension (s: String)
  def loud: String = s.toUpperCase
type Id = Int
def helper(x: Int): Int = x
package object util { val z = 1 }
