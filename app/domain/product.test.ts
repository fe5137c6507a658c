/** The versions of the product and of Node are written twice, because the browser's code cannot read package.json. */
import { expect, test } from "vitest";
import { engines, version } from "../../package.json";
import { MINIMUM_NODE, PRODUCT_VERSION } from "./product";

test("the version is that of package.json", () => {
  expect(PRODUCT_VERSION).toBe(version);
});

test("the minimum of Node is that of package.json", () => {
  expect(`>=${MINIMUM_NODE}`).toBe(engines.node);
});
