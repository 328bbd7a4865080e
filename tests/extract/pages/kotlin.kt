package com.example.routes

import kotlin.math.max
import com.example.base.*
import com.example.Route as R

/** The most. */
const val MAX_DEPTH = 8
var count: Int = 0
typealias Handler = (String) -> Unit

interface Matcher<T> : Named {
    val size: Int
    fun match(path: String): T
}

/** Routes. */
@Service
open class Router<T : Any>(private val name: String, limit: Int) : Base(name), Matcher<T> {
    val routes = mutableListOf<R>()
    lateinit var spare: R
    val depth: Int
        get() = routes.size

    init {
        println(name)
    }

    constructor(name: String) : this(name, 3)

    override fun match(path: String): T {
        val found = routes.first { it.matches(path) }
        fun local(x: Int) = x + 1
        return found?.run(local(max(1, 2))) ?: throw NotFound(path)
    }

    companion object {
        const val LIMIT = 3
        fun create() = Router<Any>("x")
    }

    inner class Node
    companion object Named
}

data class Point(val x: Int, var y: Int)
sealed class Shape {
    object Empty : Shape()
    data class Circle(val r: Int) : Shape()
}
enum class Color(val code: String) : Named {
    RED("r"), GREEN("g") { override fun shade() {} };
    open fun shade() {}
}
object Registry { fun register(r: R) {} }
annotation class Service
fun interface Visitor { fun visit(r: R) }
fun String.shout(): String = uppercase()
suspend fun <T> List<T>.second(): T = this[1]
