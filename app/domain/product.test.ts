/** The product's version is written twice, because the browser's code cannot read package.json. */
import { expect, test } from "vitest";
import { version } from "../../package.json";
import { PRODUCT_VERSION } from "./product";

test("the version is that of package.json", () => {
  expect(PRODUCT_VERSION).toBe(version);
});
