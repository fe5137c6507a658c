/** Defines one endpoint (method, path, parameters and work), and finds the endpoint of a request. */
import type * as z from "zod";
import type { Ledger } from "../ledger";
import { readParams } from "./params";
import type { FormTree } from "./form";

export type Method = "DELETE" | "GET" | "POST";

export interface Call<P> {
  ledger: Ledger;
  /** The `:id` of the path; empty when the path has none. */
  id: string;
  /** The `:part` of the path: an object that belongs to the one of `:id`. */
  part: string;
  params: P;
}

/** The ids in a path; empty for those that the path does not have. */
interface PathIds {
  id: string;
  part: string;
}

export interface Endpoint {
  method: Method;
  path: string;
  /** Checks the parameters, then does the work. Throws SandboxError. */
  answer(ledger: Ledger, request: { ids: PathIds; sent: FormTree }): object;
}

/** Creates an endpoint whose `run` gets only checked parameters. */
export function defineEndpoint<S extends z.ZodType>(definition: {
  method: Method;
  path: string;
  params: S;
  run(call: Call<z.output<S>>): object;
}): Endpoint {
  const { method, path, params, run } = definition;
  return {
    method,
    path,
    answer: (ledger, { ids, sent }) => run({ ledger, ...ids, params: readParams(params, sent) }),
  };
}

/** Finds the endpoint of a request, with the ids in its path; null when there is none. */
export function findEndpoint(
  endpoints: readonly Endpoint[],
  request: { method: string; path: string },
): { endpoint: Endpoint; ids: PathIds } | null {
  for (const candidate of endpoints) {
    const ids = candidate.method === request.method ? matchPath(candidate.path, request.path) : null;
    if (ids) return { endpoint: candidate, ids };
  }
  return null;
}

/** Returns the ids in the path; null when the path does not match. */
function matchPath(pattern: string, path: string): PathIds | null {
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length) return null;
  const ids: PathIds = { id: "", part: "" };
  for (const [index, part] of expected.entries()) {
    const found = given[index] ?? "";
    if (part === ":id" && found !== "") ids.id = decodePart(found);
    else if (part === ":part" && found !== "") ids.part = decodePart(found);
    else if (part !== found) return null;
  }
  return ids;
}

/** An id that cannot be decoded names no object, so it is looked up unchanged. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
