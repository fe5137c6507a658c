/** Where forms are sent: no failure of the network may cost anybody what they typed. Spec §8. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pageRoutes, type PageRoute } from "../support/page-routes";

const APP = fileURLToPath(new URL("../../app/", import.meta.url));

const NO_PAGES = ["/404", "/notfound", "/*"];

const takingForms = pageRoutes().filter(({ file }) => /^export const action\b/m.test(sourceOf(file)));
const keepsPage = ({ file }: PageRoute) => sourceOf(file).includes("export const clientAction = keepPage;");

test("every page that takes a form keeps the page and what was typed when its server is away", () => {
  const losing = takingForms.filter((route) => !keepsPage(route)).map(({ path }) => path);
  expect(losing.toSorted()).toEqual(NO_PAGES.toSorted());
});

test("no page posts a form that takes the page away while it is on its way", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
  const navigating = files.filter((file) => file.endsWith(".tsx") && hasPostingForm(file));
  // Its page is the token alone, and shows what failed.
  expect(navigating).toEqual(["ui/auth/token-form.tsx"]);
});

test("no page asks for its data again after a form was refused", () => {
  const pages = pageRoutes().filter(({ file }) => /^export default\b/m.test(sourceOf(file)));
  const shown = pages.filter(({ file }) => /^export const loader\b/m.test(sourceOf(file)));
  const asking = shown.filter(({ file }) => !sourceOf(file).includes("export { shouldRevalidate }"));
  expect(shown.length).toBeGreaterThan(30);
  expect(asking.map(({ path }) => path)).toEqual([]);
});

function sourceOf(file: string): string {
  return readFileSync(APP + file, "utf8");
}

/** Whether a file has one of the framework's own forms that posts. */
function hasPostingForm(file: string): boolean {
  return /<Form\b[^>]*method="post"/.test(sourceOf(file));
}
