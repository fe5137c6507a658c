/** Defines one endpoint (method, path, parameters and work), and finds the endpoint of a request. */
import type { z } from "zod";
import type { Ledger } from "../ledger";
import { readParams } from "./params";
import type { FormTree } from "./form";

export type Method = "DELETE" | "GET" | "POST";

export interface Call<P> {
  ledger: Ledger;
  /** The `:id` of the path; empty when the path has none. */
  id: string;
  params: P;
}

export interface Endpoint {
  method: Method;
  path: string;
  /** Checks the parameters, then does the work. Throws SandboxError. */
  answer(ledger: Ledger, request: { id: string; sent: FormTree }): object;
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
    answer: (ledger, { id, sent }) => run({ ledger, id, params: readParams(params, sent) }),
  };
}

/** Finds the endpoint of a request, with the id in its path; null when there is none. */
export function findEndpoint(
  endpoints: readonly Endpoint[],
  request: { method: string; path: string },
): { endpoint: Endpoint; id: string } | null {
  for (const candidate of endpoints) {
    const id = candidate.method === request.method ? matchPath(candidate.path, request.path) : null;
    if (id !== null) return { endpoint: candidate, id };
  }
  return null;
}

/** Returns the id in the path, "" when the pattern has none, null when the path does not match. */
function matchPath(pattern: string, path: string): string | null {
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length) return null;
  let id = "";
  for (const [index, part] of expected.entries()) {
    const found = given[index] ?? "";
    if (part === ":id" && found !== "") id = decodePart(found);
    else if (part !== found) return null;
  }
  return id;
}

/** An id that cannot be decoded names no object, so it is looked up unchanged. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
