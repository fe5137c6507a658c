/**
 * How pages post their forms: a network failure must not lose what the user typed. Remix looks for `clientAction` and
 * `shouldRevalidate` in each route module, so each repeats one line, and these tests name a route that lacks it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listPageRoutes, type PageRoute } from "../support/page-routes";

const APP = fileURLToPath(new URL("../../app/", import.meta.url));

/** The last is posted by an identity provider's page, and leads on. */
const NO_PAGES = ["/404", "/notfound", "/*", "/auth/:network/callback"];

const takingForms = listPageRoutes().filter(({ file }) => /^export const action\b/m.test(readSource(file)));
const keepsPage = ({ file }: PageRoute) =>
  /^export \{ clientAction\b.*\} from "~\/ui\/form\/keep-page";$/m.test(readSource(file));

test("when the server is unavailable, every page with a form stays open and keeps what the user typed", () => {
  const losing = takingForms.filter((route) => !keepsPage(route)).map(({ path }) => path);
  expect(losing.toSorted()).toEqual(NO_PAGES.toSorted());
});

test("no page posts a form by a navigation that replaces the page meanwhile", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
  const navigating = files.filter((file) => file.endsWith(".tsx") && hasPostingForm(file));
  // Its page consists only of the token, and shows the error.
  expect(navigating).toEqual(["ui/auth/token-form.tsx"]);
});

test("no page reloads its data after a rejected form", () => {
  const pages = listPageRoutes().filter(({ file }) => /^export default\b/m.test(readSource(file)));
  const shown = pages.filter(({ file }) => /^export const loader\b/m.test(readSource(file)));
  const asking = shown.filter(
    ({ file }) => !/^export \{.*\bshouldRevalidate \} from/m.test(readSource(file)),
  );
  expect(shown.length).toBeGreaterThan(30);
  expect(asking.map(({ path }) => path)).toEqual([]);
});

function readSource(file: string): string {
  return readFileSync(APP + file, "utf8");
}

/** Whether a file posts with the framework's own `<Form>`. */
function hasPostingForm(file: string): boolean {
  return /<Form\b[^>]*method="post"/.test(readSource(file));
}
