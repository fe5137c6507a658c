/**
 * Parses form-encoded parameters with brackets (`items[0][price]=…`) into nested values. Every leaf stays a string.
 */
import { createInvalidRequestError } from "./errors";

type FormValue = string | FormValue[] | FormTree;
export interface FormTree {
  [key: string]: FormValue;
}

const MAX_PAIRS = 1000;
const MAX_DEPTH = 8;

type Branch = Map<string, Branch | string>;

/** Parses query or body text. Throws 400 when a name is malformed, too deep, or both a value and a group. */
export function parseForm(text: string): FormTree {
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > MAX_PAIRS)
    throw createInvalidRequestError(`More than ${MAX_PAIRS} parameters were sent.`);
  const root: Branch = new Map();
  for (const [name, value] of pairs) insertValue(root, { name, value });
  return toTree(root);
}

/** `items[0][price]` → items, 0, price. An empty bracket means the next index. */
function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match?.[1]) throw createInvalidRequestError(`Invalid parameter name: ${name}`);
  const inner = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "");
  if (inner.length >= MAX_DEPTH) throw createInvalidRequestError(`Parameters are nested too deeply: ${name}`);
  return [match[1], ...inner];
}

/** Formats the path of a value in the provider's notation: ["items", 0, "price"] → `items[0][price]`. */
export function toParameterName(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ""}${rest.map((part) => `[${part}]`).join("")}`;
}

function insertValue(root: Branch, { name, value }: { name: string; value: string }): void {
  const segments = splitName(name);
  const last = segments.pop() ?? "";
  let branch = root;
  for (const segment of segments) {
    const key = segment === "" ? String(branch.size) : segment;
    const inner = branch.get(key) ?? new Map<string, Branch | string>();
    if (typeof inner === "string") throw createInvalidRequestError(`Invalid object`, { param: name });
    branch.set(key, inner);
    branch = inner;
  }
  const key = last === "" ? String(branch.size) : last;
  if (branch.get(key) instanceof Map) throw createInvalidRequestError(`Invalid object`, { param: name });
  branch.set(key, value);
}

/** Uses own data properties only, so a `__proto__` sent by a client is a name like any other. */
function toTree(branch: Branch): FormTree {
  const tree = Object.create(null) as FormTree;
  for (const [key, value] of branch) tree[key] = typeof value === "string" ? value : toValue(value);
  return tree;
}

function toValue(branch: Branch): FormValue {
  const keys = [...branch.keys()];
  if (!keys.every((key) => /^\d{1,4}$/.test(key))) return toTree(branch);
  const ordered = keys.sort((left, right) => Number(left) - Number(right));
  return ordered.map((key) => {
    const value = branch.get(key) ?? "";
    return typeof value === "string" ? value : toValue(value);
  });
}
