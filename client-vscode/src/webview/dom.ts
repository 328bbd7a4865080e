// Makes a part of the document look as its vnodes say, touching only what differs: focus, selection and scroll positions stay.

import { attributeText, type VElement, type VNode } from "./vnode";

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path"]);

/** What each DOM node was last made from. */
const made = new WeakMap<Node, VNode>();

/** Makes the children of `parent` those of `next`. Nodes are kept by key and tag; a vnode that is the same object is not looked into. */
export function patch(parent: Element, next: readonly VNode[]): void {
  const nodes = reuse([...parent.childNodes], next);
  const kept = new Set<Node>(nodes);
  for (const child of [...parent.childNodes]) if (!kept.has(child)) child.remove();
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

function reuse(old: readonly ChildNode[], next: readonly VNode[]): ChildNode[] {
  const keyed = new Map<string, ChildNode>();
  const others: ChildNode[] = [];
  for (const node of old) {
    const key = keyOf(made.get(node));
    if (key === undefined) others.push(node);
    else keyed.set(key, node);
  }
  let nextOther = 0;
  return next.map((vnode) => {
    const key = keyOf(vnode);
    let node: ChildNode | undefined;
    if (key !== undefined) {
      node = keyed.get(key);
      keyed.delete(key);
    } else {
      // Children without a key keep their order, so one that does not fit is gone.
      while (nextOther < others.length && !node) {
        const candidate = others[nextOther++];
        if (candidate && fits(candidate, vnode)) node = candidate;
      }
    }
    return node && fits(node, vnode) ? update(node, vnode) : create(vnode);
  });
}

function keyOf(vnode: VNode | undefined): string | undefined {
  return typeof vnode === "object" ? vnode.key : undefined;
}

function fits(node: ChildNode, vnode: VNode): boolean {
  const before = made.get(node);
  if (before === undefined) return false;
  return typeof vnode === "string"
    ? typeof before === "string"
    : typeof before === "object" && before.tag === vnode.tag;
}

function create(vnode: VNode): ChildNode {
  if (typeof vnode === "string") {
    const text = document.createTextNode(vnode);
    made.set(text, vnode);
    return text;
  }
  const element = SVG_TAGS.has(vnode.tag)
    ? document.createElementNS(SVG, vnode.tag)
    : document.createElement(vnode.tag);
  for (const [name, value] of Object.entries(vnode.attributes)) setAttribute(element, name, attributeText(value));
  element.append(...vnode.children.map(create));
  made.set(element, vnode);
  setState(element, vnode);
  return element;
}

function update(node: ChildNode, vnode: VNode): ChildNode {
  const before = made.get(node);
  if (typeof vnode === "string") {
    if (before !== vnode) node.nodeValue = vnode;
  } else if (before !== vnode && typeof before === "object") {
    const element = node as Element;
    for (const name of Object.keys(before.attributes)) {
      if (attributeText(vnode.attributes[name]) === null) setAttribute(element, name, null);
    }
    for (const [name, value] of Object.entries(vnode.attributes)) {
      const text = attributeText(value);
      if (text !== attributeText(before.attributes[name])) setAttribute(element, name, text);
    }
    patch(element, vnode.children);
    setState(element, vnode);
  }
  made.set(node, vnode);
  return node;
}

function setAttribute(element: Element, name: string, value: string | null): void {
  // Inline handlers and styles are forbidden by the page's policy; refusing them here keeps a mistake from going unnoticed.
  if (name.startsWith("on") || name === "style") throw new Error(`the attribute ${name} is not allowed in the panel`);
  if (value === null) element.removeAttribute(name);
  else if (name !== "value") element.setAttribute(name, value);
}

/** What a user changes is a property, not an attribute; it is set only where it differs, so the cursor stays where it is. */
function setState(element: Element, vnode: VElement): void {
  const value = attributeText(vnode.attributes.value);
  if (value === null) return;
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  ) {
    if (element.value !== value) element.value = value;
  } else {
    element.setAttribute("value", value);
  }
}
