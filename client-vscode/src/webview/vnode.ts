// What a page should look like, as plain data. It has no way to say markup in a string: text is always a text node.

export type Attribute = string | number | boolean | undefined;

export interface VElement {
  readonly tag: string;
  /** Tells siblings apart when they move. */
  readonly key: string | undefined;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly children: readonly VNode[];
}
export type VNode = VElement | string;
export type Child = VNode | readonly Child[] | null | undefined | false;

/** An element. `false` and `undefined` attributes are left out, `true` ones are empty; `key` is no attribute. */
export function h(tag: string, attributes: Record<string, Attribute> = {}, ...children: Child[]): VElement {
  const { key, ...others } = attributes;
  return { tag, key: key === undefined ? undefined : String(key), attributes: others, children: flat(children) };
}

function flat(children: readonly Child[]): VNode[] {
  const nodes: VNode[] = [];
  for (const child of children) {
    if (Array.isArray(child)) nodes.push(...flat(child as readonly Child[]));
    else if (child !== null && child !== undefined && child !== false) nodes.push(child as VNode);
  }
  return nodes;
}

/** Whether an attribute is written, and as what. */
export function attributeText(value: Attribute): string | null {
  return value === undefined || value === false ? null : value === true ? "" : String(value);
}

/** The node as HTML, everything escaped. The page itself is made by `dom.ts`; this is for tests and readers. */
export function toHtml(node: VNode): string {
  if (typeof node === "string") return escaped(node);
  const attributes = Object.entries(node.attributes).flatMap(([name, value]) => {
    const text = attributeText(value);
    return text === null ? [] : [` ${name}="${escaped(text)}"`];
  });
  return `<${node.tag}${attributes.join("")}>${node.children.map(toHtml).join("")}</${node.tag}>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
