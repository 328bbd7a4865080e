"""One small program in each full-depth language: a contract, two that fulfil it, a function that uses them inside a callback, and its callers."""

from __future__ import annotations

SHAPES = {
    # Python
    "py/shapes.py": '''class Shape:
    """Anything that has an area."""

    def area(self) -> float:
        raise NotImplementedError


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self) -> float:
        return self.side**2


class Tile(Square):
    def area(self) -> float:
        return super().area() + 1
''',
    "py/use.py": '''from functools import cache

from py.shapes import Square


def total(
    sides: list,
) -> float:
    """The sum of
    some areas."""
    return sum(map(lambda side: Square(side).area(), sides))


def logged(function):
    return function


@logged
def report():
    return total([1, 2]) + total([3])


print(total([4]))
''',
    # TypeScript
    "ts/shapes.ts": '''/** Anything that has an area. */
export interface Shape {
  area(): number;
}

export class Square implements Shape {
  constructor(readonly side: number) {}
  area(): number {
    return this.side ** 2;
  }
}

export class Tile extends Square {
  area(): number {
    return super.area() + 1;
  }
}
''',
    "ts/use.ts": '''import { Square } from "./shapes";

/** The sum of some areas. */
export function total(sides: number[]): number {
  return sides.map((side) => new Square(side).area()).reduce((a, b) => a + b, 0);
}

export const report = () => total([1, 2]) + total([3]);

export function parse(text: string): number;
export function parse(text: number): number;
export function parse(text: unknown): number {
  return Number(text);
}

console.log(total([4]), parse("5"));
''',
    # Go
    "go/go.mod": "module example.com/shapes\n\ngo 1.22\n",
    "go/shapes.go": '''package shapes

// Shape is anything that has an area.
type Shape interface {
	Area() float64
}

type Square struct{ Side float64 }

func (s Square) Area() float64 { return s.Side * s.Side }

type Tile struct{ Square }

func (t Tile) Area() float64 { return t.Square.Area() + 1 }
''',
    "go/use.go": '''package shapes

// Total sums some areas.
func Total(sides []float64) float64 {
	sum := 0.0
	each(sides, func(side float64) { sum += Square{side}.Area() })
	return sum
}

func each(sides []float64, f func(float64)) {
	for _, side := range sides {
		f(side)
	}
}

func Report() float64 { return Total(nil) + Total(nil) }

var start = Total(nil)
''',
    # Rust
    "rs/Cargo.toml": '[package]\nname = "shapes"\nversion = "0.1.0"\n',
    "rs/src/lib.rs": '''pub mod used;

/// Anything that has an area.
pub trait Shape {
    fn area(&self) -> f64;
}

pub struct Square {
    pub side: f64,
}

impl Shape for Square {
    fn area(&self) -> f64 {
        self.side * self.side
    }
}

pub struct Tile;

impl Shape for Tile {
    fn area(&self) -> f64 {
        1.0
    }
}
''',
    "rs/src/used.rs": '''use crate::Square;

/// The sum of some areas.
pub fn total(sides: &[f64]) -> f64 {
    sides.iter().map(|side| one(*side)).sum()
}

fn one(side: f64) -> f64 {
    let square = Square { side };
    square.side
}

pub fn report() -> f64 {
    total(&[1.0]) + total(&[2.0])
}
''',
    # Java
    "java/shop/Shape.java": '''package shop;

/** Anything that has an area. */
public interface Shape {
    double area();
}
''',
    "java/shop/Square.java": '''package shop;

public class Square implements Shape {
    final double side;

    public Square(double side) {
        this.side = side;
    }

    public double area() {
        return side * side;
    }
}
''',
    "java/shop/Tile.java": '''package shop;

public class Tile extends Square {
    public Tile() {
        super(1);
    }

    public double area() {
        return super.area() + 1;
    }
}
''',
    "java/shop/Use.java": '''package shop;

public class Use {
    /** The sum of some areas. */
    static double total(double[] sides) {
        return java.util.Arrays.stream(sides).map(side -> new Square(side).area()).sum();
    }

    static double report() {
        return total(null) + total(null);
    }
}
''',
    # C#
    "cs/Shapes.cs": '''namespace Shop;

/// <summary>Anything that has an area.</summary>
public interface IShape
{
    double Area();
}

public class Square : IShape
{
    public double Side;

    public Square(double side) { Side = side; }

    public virtual double Area() { return Side * Side; }
}

public class Tile : Square
{
    public Tile() : base(1) { }

    public override double Area() { return base.Area() + 1; }
}
''',
    "cs/Use.cs": '''namespace Shop;

public static class Use
{
    /// <summary>The sum of some areas.</summary>
    public static double Total(double[] sides)
    {
        return sides.Select(side => new Square(side).Area()).Sum();
    }

    public static double Report() => Total(null) + Total(null);
}
''',
    # C++
    "cpp/shapes.hpp": '''#pragma once

/// Anything that has an area.
class Shape {
 public:
  virtual double area() const = 0;
};

class Square : public Shape {
 public:
  explicit Square(double side);
  double area() const override;

 private:
  double side_;
};

double total(const double* sides, int count);
''',
    "cpp/shapes.cpp": '''#include "shapes.hpp"

Square::Square(double side) : side_(side) {}

double Square::area() const { return side_ * side_; }

double total(const double* sides, int count) {
  double sum = 0;
  auto add = [&](double side) { sum += Square(side).area(); };
  for (int i = 0; i < count; i++) add(sides[i]);
  return sum;
}

double report() { return total(nullptr, 0) + total(nullptr, 1); }
''',
    # C
    "c/area.h": '''#ifndef AREA_H
#define AREA_H
/* The area of a square. */
double area_of(double side);
#endif
''',
    "c/area.c": '''#include "area.h"

double area_of(double side) { return side * side; }

static double twice(double side) { return area_of(side) + area_of(side); }

int main(void) { return (int)twice(2); }
''',
}
