/**
 * What a founder makes of the product: with a brand, the first name shows nowhere and what was stored before can be read; with tests/seam/
 * laid over a copy, their entity, page and fields work without an edit of the product's files.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { OWN_MIGRATIONS } from "../../migrations/own";
import type { BrandedCopy } from "../support/branded-copy";
import {
  createApiClient,
  createBrowser,
  createBrowserWithSession,
  createUserOnFreePlan,
  createVerifiedUser,
  PASSWORD,
  type Browser,
  type Call,
} from "../support/clients";
import {
  listNaming,
  LOGO,
  makeFoundersProduct,
  readBrandFiles,
  SEAM,
  type FoundersProduct,
} from "../support/founders-product";
import { hasOnePath, listPageRoutes } from "../support/page-routes";
import { waitFor, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { readText } from "../support/read-pdf";
import { generateCode, requestChallenge, sendCode } from "../support/two-factor";
import { makeTestUser } from "../support/users";

/** A copy is built, which takes minutes on a busy machine, and a product started twice. */
const START_MS = 300_000;
const OWNER = "founder@example.com";

let founders: FoundersProduct;
let copy: BrandedCopy;
let product: Product;
let master: Browser;
let owner: { call: Call; visitor: Browser };

/** A clone with entries of its own is another product than the one that the example is laid over. */
const IS_AS_SHIPPED = OWN_MIGRATIONS.length === 0;

beforeAll(async () => {
  if (!IS_AS_SHIPPED) return;
  founders = await makeFoundersProduct();
  ({ copy, product } = founders);
  const store = await openProductStore(product);
  const user = await makeTestUser(store, { permission: "master", isVerified: true, subscription: "active" });
  await store.close();
  master = createBrowserWithSession(product, user.cookie);
  const { call } = await createUserOnFreePlan(product, OWNER);
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email: OWNER, password: PASSWORD });
  owner = { call, visitor };
}, START_MS);
beforeEach(({ skip }) => {
  skip(!IS_AS_SHIPPED, "migrations/own/ has entries: this is about the product as it ships");
});
afterAll(async () => {
  if (IS_AS_SHIPPED) await founders.remove();
});

test("what is refused ends with a sentence, and leaves every file as it was", () => {
  const state = readBrandFiles(copy);
  const hostile = join(founders.folder, "hostile.svg");
  writeFileSync(hostile, LOGO.replace("<circle", "<script>alert(1)</script><circle"));
  const refusals: [options: string[], sentence: string][] = [
    [["--colour", "#000"], "Unknown option '--colour'. Nothing was changed. Usage: npm run brand -- --name"],
    [["--name", "Nova", "--accent", "#facc15"], "--accent #facc15 is too light"],
    [["--name", "Nova", "--logo", hostile], "has the element script. Save it as a plain SVG"],
  ];
  for (const [options, sentence] of refusals) {
    expect(copy.brand(...options)).toEqual({ code: 1, printed: expect.stringContaining(sentence) as string });
    expect(readBrandFiles(copy)).toEqual(state);
  }
});

test("a session of before is still signed in, and a saved second factor is still read", async () => {
  const call = createApiClient(product, founders.before.token);
  expect((await call("GET", "/api/user")).status).toBe(200);
  const challenge = await requestChallenge(product, founders.before.email);
  expect(
    await sendCode(product, challenge, generateCode(founders.before.secret, { steps: 1 })),
  ).toMatchObject({
    status: 200,
  });
});

test("a backup of before is restored by the branded product's command", () => {
  expect(founders.restored).toMatch(/^Restored \d+ rows/);
});

test("every page has the new name, and not the first one, for a visitor and for a master", async () => {
  const browsers = [createBrowser(product), master];
  const shown = new Map<string, string>();
  for (const { path } of listPageRoutes().filter(hasOnePath))
    for (const [index, browser] of browsers.entries())
      shown.set(`${index} ${path}`, (await browser.get(path)).html);
  const titled = [...shown].filter(([, html]) => /<title>[^<]*Acme &amp; Söhne<\/title>/.test(html));
  expect(titled.length).toBeGreaterThan(40);
  expect(listNaming(shown)).toEqual([]);
});

test("every mail has the new name, the company and the terms, and not the first name", async () => {
  const rendered = await copy.call("/tests/support/every-mail.ts", "renderEveryMail");
  const mails = new Map(Object.entries(rendered as Record<string, string>));
  expect(mails.size).toBeGreaterThan(60);
  const listWithout = (text: string | RegExp) =>
    [...mails].filter(([, mail]) => mail.search(text) === -1).map(([name]) => name);
  expect(listWithout(/>Acme &amp; Söhne</)).toEqual([]);
  expect(listWithout("Acme Ltd, 1 Main Street, London")).toEqual([]);
  expect(listWithout("https://acme.example/terms")).toEqual([]);
  expect(listNaming(mails)).toEqual([]);
});

test("the API's description, invoices, downloads, passkeys and the start have the new name", async () => {
  const { call } = await createVerifiedUser(product, "after@example.com");
  const description = await createApiClient(product)("GET", paths.openApi);
  expect(description.body).toMatchObject({ info: { title: "Acme & Söhne API" } });
  const paid = await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
  expect(paid.status).toBe(200);
  const invoices = await call("GET", "/api/account/invoice");
  const [link = ""] = /http[^"]*\/sandbox\/invoices\/[^"]*\.pdf/.exec(JSON.stringify(invoices.body)) ?? [];
  const invoice = readText(Buffer.from(await (await fetch(link)).arrayBuffer()));
  expect(invoice).toMatch(/Acme & Söhne\nInvoice\nFrom\nAcme Ltd\n1 Main Street\nLondon/);
  const data = await master.get(paths.profileExport);
  expect(data.headers.get("Content-Disposition")).toBe('attachment; filename="acme-sohne-data.json"');
  const passkey = await call("POST", "/api/user/passkeys/options", { password: PASSWORD });
  expect(JSON.stringify(passkey.body)).toContain('"rp":{"id":"localhost","name":"Acme & Söhne"}');
  expect(product.output()).toMatch(/^ {2}Acme & Söhne /m);
  const texts = {
    description: JSON.stringify(description.body),
    invoice,
    start: product.output().split('{"level"')[0] ?? "",
  };
  expect(listNaming(new Map(Object.entries(texts)))).toEqual([]);
});

test("no file that browsers load has the first name, and the icons are the founder's", async () => {
  const client = join(copy.folder, "build", "client");
  const files = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(js|css|svg)$/.test(file),
  );
  expect(listNaming(new Map(files.map((file) => [file, readFileSync(join(client, file), "utf8")])))).toEqual(
    [],
  );
  const icon = await fetch(`${product.url}/favicon.svg`);
  expect([icon.headers.get("Content-Type"), (await icon.text()).trim()]).toEqual(["image/svg+xml", LOGO]);
  const { html } = await createBrowser(product).get(paths.signIn);
  const pictures = ["apple-touch-icon.png", "social.png"];
  for (const name of pictures) {
    expect(html).toContain(`/${name}"`);
    expect((await fetch(`${product.url}/${name}`)).headers.get("Content-Type")).toBe("image/png");
  }
});

test("a later branding changes what it is given, and leaves the rest and the founder's documents", () => {
  const { "README.md": readme, "app/product/brand.css": css } = readBrandFiles(copy);
  expect(copy.brand("--name", "Nova")).toMatchObject({ code: 0 });
  const after = readBrandFiles(copy);
  expect(JSON.parse(after["app/product/brand.json"] ?? "")).toMatchObject({
    name: "Nova",
    slug: "nova",
    accent: "#0a7f5a",
    company: "Acme Ltd",
  });
  expect([after["README.md"], after["app/product/brand.css"]]).toEqual([readme, css]);
  expect(JSON.parse(after["package.json"] ?? "")).toMatchObject({ name: "nova" });
});

test("no file of the product is among what the founder adds but the lists, which the product ships empty", () => {
  const files = readdirSync(SEAM, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name).slice(SEAM.length + 1));
  expect(paths.filter((path) => !/^(app\/product|migrations\/own)\//.test(path))).toEqual([]);
});

describe("projects", () => {
  test("are created, listed, renamed and deleted by the API", async () => {
    const created = await owner.call("POST", "/api/projects", { name: "Moon" });
    expect([created.status, created.message]).toEqual([200, "Project created"]);
    const id = String(created.data.id);
    expect((await owner.call("PATCH", `/api/projects/${id}`, { name: "Mars" })).data).toEqual({
      id,
      name: "Mars",
    });
    expect((await owner.call("GET", "/api/projects")).data).toMatchObject({
      projects: [{ id, name: "Mars" }],
    });
    expect((await owner.call("DELETE", `/api/projects/${id}`)).status).toBe(200);
    expect((await owner.call("DELETE", `/api/projects/${id}`)).status).toBe(404);
    expect((await owner.call("POST", "/api/projects", { name: "" })).body).toMatchObject({
      inputError: "name",
      message: "Please enter a name",
    });
  });

  test("have a page in the menu, with its forms, in both languages", async () => {
    expect((await owner.visitor.get("/dashboard")).html).toMatch(/href="\/projects"[^]*?Projects/);
    const posted = await owner.visitor.post("/projects", { intent: "create", name: "Venus <b>" });
    expect(posted.location).toBe("/projects");
    const { html } = await owner.visitor.get("/projects");
    expect(html).toContain("<title>Projects · ");
    expect(html).toContain('value="Venus &lt;b&gt;"');
    await owner.call("PATCH", "/api/user", { locale: "es" });
    expect((await owner.visitor.get("/projects")).html).toContain("En qué trabaja tu equipo.");
    await owner.call("PATCH", "/api/user", { locale: "en" });
  });

  test("are on the page that takes the dashboard's place, at its path", async () => {
    const { html } = await owner.visitor.get(paths.dashboard);
    expect(html).toMatch(/\d+ projects?<[^]*All projects/);
    expect((await createBrowser(product).get(paths.dashboard)).location).toContain(paths.signIn);
  });

  test("are refused to a visitor, and to another account", async () => {
    expect((await createApiClient(product)("GET", "/api/projects")).status).toBe(401);
    expect((await createBrowser(product).get("/projects")).location).toContain("/signin");
    const { id } = (await owner.call("POST", "/api/projects", { name: "Mine" })).data;
    const { call } = await createUserOnFreePlan(product, "another@example.com");
    expect((await call("DELETE", `/api/projects/${String(id)}`)).status).toBe(404);
    expect((await call("GET", "/api/projects")).data).toEqual({ projects: [] });
  });

  test("are in the documentation of the API, and open to keys of their scope", async () => {
    const document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(["/api/projects", "/api/projects/{id}"]),
    );
    const made = await owner.call("POST", "/api/key", {
      name: "Reader",
      scope: ["projects:read"],
      password: PASSWORD,
    });
    const key = createApiClient(product, String(made.data.full_key ?? made.data.key));
    expect((await key("GET", "/api/projects")).status).toBe(200);
    expect((await key("POST", "/api/projects", { name: "No" })).status).toBe(403);
  });

  test("are in the account's activity, by mail, and in the job's line of the log", async () => {
    await owner.call("POST", "/api/projects", { name: "Saturn" });
    expect((await owner.visitor.get("/account/activity")).html).toContain("Created a project");
    expect(await product.mailTo(OWNER, /Your project Saturn/)).toContain("/projects");
    await waitFor(() => product.output().includes('"msg":"projects"'), "the job's line");
  });
});

describe("the founder's own fields", () => {
  test("of a user: by the API, on the profile, and in the export", async () => {
    const { data } = await owner.call("PATCH", "/api/user", { phone: "+1 555 123 4567" });
    expect(data.phone).toBe("+1 555 123 4567");
    expect((await owner.call("PATCH", "/api/user", { phone: "no phone" })).body).toMatchObject({
      inputError: "phone",
    });
    expect((await owner.call("PATCH", "/api/user", { name: "Ada" })).data.phone).toBe("+1 555 123 4567");
    const { html } = await owner.visitor.get("/account/profile");
    expect(html).toMatch(/Phone[^]*\+1 555 123 4567/);
    expect((await owner.call("GET", "/api/user/export")).body).toMatchObject({
      data: { person: { phone: "+1 555 123 4567" } },
    });
    await owner.visitor.post("/account/profile", { intent: "change-user-field", phone: "" });
    expect((await owner.call("GET", "/api/user")).data.phone).toBeNull();
  });

  test("of an account: by its owner, with an entry of the activity", async () => {
    const { data } = await owner.call("PATCH", "/api/account/fields", { website: "https://acme.example" });
    expect(data.website).toBe("https://acme.example");
    expect((await owner.call("GET", "/api/account/fields")).data.website).toBe("https://acme.example");
    expect((await owner.visitor.get("/account/profile")).html).toContain("https://acme.example");
    expect((await owner.visitor.get("/account/activity")).html).toContain(
      "Changed the account&#x27;s details",
    );
  });
});
