/**
 * What a page's form gets back when it is refused. Remix encodes it with turbo-stream 2, which deeply nested data can keep busy
 * for long (CVE-2026-34077). So no field's name or value comes back as more than a text or a list of texts.
 */
import { decode } from "turbo-stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasOnePath, listPageRoutes, takesForm } from "../support/page-routes";
import { makePerson } from "../support/people";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

const LEVELS = 2000;
const PLAIN = { note: "kept" };
/** Names that a form parser could make nested objects and lists of, and a value that a JSON parser could. */
const NESTED = {
  [`a${"[0]".repeat(LEVELS)}`]: "kept",
  [`b${".c".repeat(LEVELS)}`]: "kept",
  [`d${"[e]".repeat(LEVELS)}`]: "kept",
  f: `${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}`,
};
/** The reply, its values, and a field that was sent more than once. */
const DEEPEST = 4;

const forms = listPageRoutes().filter(hasOnePath).filter(takesForm);
const CALLERS = ["stranger", "owner", "master"] as const;

let product: Product;
const cookies = new Map<string, string>();
beforeAll(async () => {
  product = await startProduct();
  const store = await openProductStore(product);
  for (const permission of ["owner", "master"] as const) {
    const person = await makePerson(store, { permission, isVerified: true, subscription: "active" });
    cookies.set(permission, person.cookie);
  }
  await store.close();
});
afterAll(() => product.stop());

/** What the page's script gets for a form; null for a redirect, and for what is not data. */
async function submit(path: string, caller: string, fields: Record<string, string>): Promise<unknown> {
  const cookie = cookies.get(caller);
  const response = await fetch(product.url + (path === "/" ? "/_root.data" : `${path}.data`), {
    method: "POST",
    redirect: "manual",
    headers: { Origin: product.url, ...(cookie && { Cookie: `session=${cookie}` }) },
    body: new URLSearchParams([...Object.entries(fields), ["twice", "1"], ["twice", "2"]]),
  });
  const isData = response.headers.get("Content-Type")?.includes("turbo-stream") ?? false;
  if (!response.body || !isData) {
    await response.body?.cancel();
    return null;
  }
  const { value, done } = await decode(response.body);
  await done;
  return value;
}

function getDepth(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(getDepth));
}

/** Whether a name that was sent is in the answer. */
function isReflected(answer: unknown): boolean {
  return answer !== undefined && JSON.stringify(answer).includes("[0][0]");
}

test("a form's answer is as flat for nested names as for plain ones", async () => {
  const reflecting = new Set<string>();
  for (const caller of CALLERS)
    for (const { path } of forms) {
      const [plain, nested] = [await submit(path, caller, PLAIN), await submit(path, caller, NESTED)];
      expect(getDepth(nested), `${path} as ${caller}`).toBeLessThanOrEqual(
        Math.max(DEEPEST, getDepth(plain)),
      );
      if (isReflected(nested)) reflecting.add(path);
    }
  // Otherwise nothing that was sent has come back, and the depths say nothing.
  expect(reflecting.size).toBeGreaterThan(15);
});
