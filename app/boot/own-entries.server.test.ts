import { expect, test } from "vitest";
import { findClashes } from "./own-entries.server";

const PAGES = {
  what: "path",
  product: ["/dashboard", "/account"],
  productFile: "app/domain/paths.ts",
  ownFile: "app/product/names.ts",
};

test("what the product and app/product/ have here does not clash", () => {
  expect(findClashes()).toEqual([]);
});

test("a name that both have is named with the files of both, and which one to rename", () => {
  expect(findClashes([{ ...PAGES, own: ["/projects", "/account"] }])).toEqual([
    "The path /account is in app/domain/paths.ts and in app/product/names.ts. Rename the one in app/product/names.ts.",
  ]);
});

test("a name that the founder has given twice is named once", () => {
  expect(findClashes([{ ...PAGES, own: ["/boats", "/boats"] }])).toEqual([
    "The path /boats is in app/product/names.ts twice.",
  ]);
});
