/** Finds the operations at a path of the API. It reads a path as Remix reads the paths of routes. */
import type { Operation } from "~/services/platform/operation.server";
import { OPERATIONS } from "~/services/operations.server";

export interface ApiPath {
  /** One for each method of the path. */
  operations: readonly Operation[];
  /** The path's parameters, decoded. */
  parameters: Record<string, string>;
}

/** Fixed paths come before those with parameters: `/api/user/permissions` before `/api/user/:id`. */
const PATHS = [...new Set(OPERATIONS.map(({ path }) => path))]
  .sort((a, b) => Number(a.includes(":")) - Number(b.includes(":")))
  .map((path) => ({
    segments: path.split("/"),
    operations: OPERATIONS.filter((operation) => operation.path === path),
  }));

/** Null for a path without an operation. Case, escapes and slashes at the end make no difference. */
export function findApiPath(pathname: string): ApiPath | null {
  const given = pathname.replace(/\/+$/, "").split("/").map(decodeURIComponent);
  const found = PATHS.find(({ segments }) => matches(segments, given));
  if (!found) return null;
  const named = found.segments.flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1), given[index]]] : [],
  );
  return { operations: found.operations, parameters: Object.fromEntries(named) as Record<string, string> };
}

function matches(segments: readonly string[], given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, index) => {
      const value = given[index] ?? "";
      return isParameter(segment) ? value !== "" : value.toLowerCase() === segment;
    })
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}
