/** Where forms are sent: no failure of the network may cost anybody what they typed. Spec §8. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { pageRoutes, type PageRoute } from "../support/page-routes";

const APP = fileURLToPath(new URL("../../app/", import.meta.url));

/** Their forms are one button: there is nothing typed to be lost, and the error screen says what happened. */
const BUTTONS_ALONE = [
  "/account/owner/accept",
  "/account/owner/decline",
  "/account/profile/sessions/end",
  "/account/profile/sessions/end-others",
  "/account/users/invite/resend",
  "/account/users/invite/revoke",
  "/account/users/remove",
  "/impersonation/end",
  "/preferences",
  "/signin/impersonate",
  "/signout",
  "/signup/user/accept",
  "/signup/verify",
  "/signup/verify/keep",
  "/signup/verify/request",
  "/switch",
  "/welcome",
  "/welcome/skip",
];
const NO_PAGES = ["/404", "/notfound", "/*"];

const takingForms = pageRoutes().filter(({ file }) => /^export const action\b/m.test(sourceOf(file)));
const keepsPage = ({ file }: PageRoute) => sourceOf(file).includes("export const clientAction = keepPage;");

test("every page that takes a form keeps the page and what was typed when its server is away", () => {
  const losing = takingForms.filter((route) => !keepsPage(route)).map(({ path }) => path);
  expect(losing.toSorted()).toEqual([...BUTTONS_ALONE, ...NO_PAGES].toSorted());
});

test("no form with fields is sent to a page that is for buttons alone", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
  const posted = files.filter((file) => file.endsWith(".tsx")).flatMap(addressesPostedTo);
  expect(posted).toContain(paths.profileEmail);
  expect(posted).toContain(paths.editUserWith("x").split("?")[0]);
  expect(posted.filter((path) => BUTTONS_ALONE.includes(path))).toEqual([]);
});

function sourceOf(file: string): string {
  return readFileSync(APP + file, "utf8");
}

/** The addresses of `paths` that the ActionForms of a file name. */
function addressesPostedTo(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (isActionForm(node)) {
      const action = node.attributes.properties.find((attribute) => attribute.name?.getText() === "action");
      const names = (action?.getText() ?? "").matchAll(/\bpaths\.(\w+)/g);
      for (const [, name] of names) found.push(addressOf(name as keyof typeof paths));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, sourceOf(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

function isActionForm(node: ts.Node): node is ts.JsxOpeningElement | ts.JsxSelfClosingElement {
  const isElement = ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
  return isElement && node.tagName.getText() === "ActionForm";
}

function addressOf(name: keyof typeof paths): string {
  const path: string | ((...given: never[]) => string) = paths[name];
  const address = typeof path === "string" ? path : path(...(["x", "x"] as never[]));
  return address.split("?")[0] ?? address;
}
