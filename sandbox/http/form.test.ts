// Form-encoded parameters are parsed as the provider parses them, whatever is sent.
import fc from "fast-check";
import { expect, test } from "vitest";
import { SandboxError } from "./errors";
import { toParameterName, parseForm } from "./form";

const parsePlain = (text: string) => JSON.parse(JSON.stringify(parseForm(text))) as unknown;

test.each([
  ["", {}],
  ["a=1&b=", { a: "1", b: "" }],
  ["a[b][c]=1&a[b][d]=2", { a: { b: { c: "1", d: "2" } } }],
  [
    "items[0][price]=p&items[0][quantity]=2&items[1][price]=q",
    { items: [{ price: "p", quantity: "2" }, { price: "q" }] },
  ],
  ["items[1]=b&items[0]=a", { items: ["a", "b"] }],
  ["expand[]=a&expand[]=b", { expand: ["a", "b"] }],
  ["metadata[a%20b]=%C3%B1+x", { metadata: { "a b": "ñ x" } }],
  ["a=1&a=2", { a: "2" }],
])("%j", (text, tree) => {
  expect(parsePlain(text)).toEqual(tree);
});

test.each(["a[b=1", "[a]=1", "a]=1", "a[b]c=1", "=1", "a=1&a[b]=2", "a[b]=1&a=2", `a${"[b]".repeat(9)}=1`])(
  "%j is rejected",
  (text) => {
    expect(() => parseForm(text)).toThrow(SandboxError);
  },
);

test("a name from the prototype is treated like any other", () => {
  const tree = parseForm("__proto__[admin]=true&constructor[name]=x");
  expect(Object.keys(tree)).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
});

test("any input is parsed or rejected, and never causes an internal error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseForm(text);
      } catch (error) {
        expect(error).toBeInstanceOf(SandboxError);
      }
    }),
  );
});

test("a path is named in the provider's notation", () => {
  expect(toParameterName(["items", 0, "price"])).toBe("items[0][price]");
});
