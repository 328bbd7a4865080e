library routes;

import 'dart:async';
import 'package:app/base.dart' as base show Base;
part 'router.g.dart';

/// The most.
const maxDepth = 8;
var count = 0;
typedef Handler = void Function(String path);

/// Routes.
@immutable
abstract class Router<T> extends base.Base with Loggable implements Matcher<T> {
  static const int limit = 3;
  final List<Route> routes, spare = [];
  String? name;

  Router(this.name, {int depth = 0}) : super(name);
  Router.named(String name) : this(name);
  factory Router.make() => throw NotFound();

  int get depth => routes.length;
  set depth(int value) => count = value;

  T match(String path);

  Future<Route> run(String path) async {
    final found = routes.firstWhere((r) => r.matches(path));
    int local(int x) => x + 1;
    local(helper(1));
    return Route(found);
  }

  bool operator ==(Object other) => true;
}

mixin Loggable on Base { void log(String line) {} }
enum Color { red, green; void shade() {} }
extension Shout on String { String shout() => toUpperCase(); }
class Point = Base with Loggable;

int helper(int x) => x;
int get topLevel => 1;
void main() { Router.make().match('x'); }
