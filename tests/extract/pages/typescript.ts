import run, { type Options, parse as read } from "./core";
import type { Shape } from "./shapes";
import * as ns from "./ns";
import fs = require("fs");
import "./side-effect";
export * from "./all";
export * as tools from "./tools";
export { one, two as second } from "./numbers";
export { read as parse };

/** What is drawn. */
export interface Drawable<T> extends Shape, ns.Other<T> {
  readonly kind: string;
  draw(at: Point, deep?: boolean): T;
}

export type Point = { x: number; y: number } | Drawable<string>["kind"];
export enum Level { Low, High = 2 }
declare module "plugins" {
  export function plug(name: string): void;
}
namespace Outer.Inner {
  export const DEPTH = 2;
}

export default abstract class Canvas<T extends Point = Point> extends ns.Base<T> implements Drawable<T> {
  static readonly instances: Map<string, Canvas> = new Map();
  private pen?: Pen;
  handler = (event: Event): void => { this.pen!.move(event)?.commit(); };

  constructor(private readonly service: Service, public scale = 1) {
    super(service);
    this.cache = new Cache<T>();
  }

  @Logged({ level: Level.Low })
  async draw<K>(key: K, ...rest: any[]): Promise<Map<K, T>> {
    const { width, height: h = 1 } = await this.service.size<T>(key);
    let [a, b] = rest as number[];
    var later = run(a, { width });
    [a, b] = [b, a];
    return (later as Result).map(<T>(x: T) => x satisfies T);
  }

  find(id: string): T;
  find(id: number): T;
  find(id: any) { return id; }
  abstract clear(): void;
  get area(): number { return 0; }
}

export const build = async <T>(options: Options, fallback?: typeof fs): Promise<T> => read(options), LIMIT = 3;
export function isPoint(value: unknown): value is Point {
  return fs.existsSync(value as string);
}
const lazy = await import("./lazy");
