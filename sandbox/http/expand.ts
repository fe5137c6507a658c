/** `expand[]`: replaces ids by their objects, and adds properties that are shown only on request. */
import { find, type Ledger } from "../ledger";
import { findKind } from "../state/ids";
import { createInvalidRequestError } from "./errors";

const MAX_DEPTH = 4;

type Json = Record<string, unknown>;
/** Creates a hidden property of an object, such as a price's tiers. */
type Includable = (ledger: Ledger, id: string) => unknown;
/** Hidden properties by `object.property`. */
export type Includables = Readonly<Record<string, Includable>>;

/**
 * Returns a copy of `answer` with every path expanded. A path is dotted and may go through lists by `data`. Throws
 * 400 when a path names nothing that can be expanded.
 */
export function expand(
  ledger: Ledger,
  { answer, paths, includables }: { answer: object; paths: readonly string[]; includables: Includables },
): object {
  const copy = structuredClone(answer) as Json;
  for (const path of paths) {
    const segments = path.split(".");
    if (segments.length > MAX_DEPTH) {
      throw createInvalidRequestError(
        `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`,
      );
    }
    walk([copy], { ledger, segments, path, includables });
  }
  return copy;
}

interface Walk {
  ledger: Ledger;
  segments: readonly string[];
  path: string;
  includables: Includables;
}

function walk(holders: readonly Json[], step: Walk): void {
  const [segment, ...rest] = step.segments;
  if (segment === undefined) return;
  const inner = holders.flatMap((holder) => open(holder, segment, step));
  walk(inner, { ...step, segments: rest });
}

/** Replaces one property of an object by the object that it refers to, and returns the objects found there. */
function open(holder: Json, segment: string, { ledger, path, includables }: Walk): Json[] {
  const includable = includables[`${String(holder.object)}.${segment}`];
  if (includable && typeof holder.id === "string" && typeof holder[segment] !== "object") {
    holder[segment] = includable(ledger, holder.id);
  }
  const value = holder[segment];
  if (value === null) return [];
  if (typeof value === "string") {
    const object = findObject(ledger, value, segment);
    if (!object) throw createNotExpandableError(path);
    holder[segment] = object;
    return [object];
  }
  if (Array.isArray(value)) return value as Json[];
  if (typeof value === "object") return [value as Json];
  throw createNotExpandableError(path);
}

function findObject(ledger: Ledger, id: string, segment: string): Json | null {
  // Products and coupons may have ids that the caller chose.
  const chosen = segment === "coupon" ? "coupon" : "product";
  const row = find(ledger, findKind(id) ?? chosen, id) ?? find(ledger, chosen, id);
  return row ? (structuredClone(row) as unknown as Json) : null;
}

function createNotExpandableError(path: string) {
  return createInvalidRequestError(
    `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' if this is a list.`,
  );
}
