/** A product with a brand of its own: the first name shows nowhere, and what was stored before can be read. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { AVATARS_MARKER, METRICS_PREFIX, WEBHOOK_AGENT } from "~/domain/stored-names";
import { copyForBrand, type BrandedCopy } from "../support/branded-copy";
import { runCommand } from "../support/built-commands";
import {
  createApiClient,
  createBrowser,
  createBrowserWithSession,
  createVerifiedUser,
  PASSWORD,
  type Browser,
} from "../support/clients";
import { hasOnePath, listPageRoutes } from "../support/page-routes";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { readText } from "../support/read-pdf";
import {
  generateCode,
  requestChallenge,
  sendCode,
  withTwoFactor,
  type WithTwoFactor,
} from "../support/two-factor";
import { makeTestUser } from "../support/users";

/** A copy is built, which takes minutes on a busy machine, and a product started twice. */
const START_MS = 300_000;
const FIRST_NAME = /groundwork/i;
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0a7f5a"/></svg>';
const BACKUP_PASSPHRASE = "correct horse battery";

const folder = mkdtempSync(join(tmpdir(), "brand-data-"));
const dataDir = join(folder, "data");
const backup = join(folder, "before.backup");
let copy: BrandedCopy;
let product: Product;
/** Who signed up before the product had the brand. */
let before: WithTwoFactor;
/** What the processes of the product printed. */
let output: () => string;
let master: Browser;

beforeAll(async () => {
  copy = copyForBrand();
  const logo = join(folder, "logo.svg");
  writeFileSync(logo, LOGO);
  const options = ["--name", "Acme & Söhne", "--accent", "#0a7f5a", "--logo", logo];
  const legal = [
    "--company",
    "Acme Ltd",
    "--address",
    "1 Main Street\nLondon",
    "--terms",
    "https://acme.example/terms",
  ];
  expect(copy.brand(...options, ...legal)).toMatchObject({ code: 0 });
  const plain = await startProduct({ DATA_DIR: dataDir });
  before = await withTwoFactor(plain, "before@example.com");
  const made = await runCommand("backup", { DATA_DIR: dataDir, BACKUP_PASSPHRASE }, backup, "--with-secret");
  expect(made.code).toBe(0);
  await plain.stop();
  // What was mailed before has the sender of then.
  rmSync(join(dataDir, "mail"), { recursive: true });
  copy.build();
  product = await startProduct({ DATA_DIR: dataDir }, { folder: copy.folder });
  output = product.output;
  const store = await openProductStore(product);
  const user = await makeTestUser(store, { permission: "master", isVerified: true, subscription: "active" });
  await store.close();
  master = createBrowserWithSession(product, user.cookie);
}, START_MS);
afterAll(async () => {
  await product.stop();
  copy.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("what is refused ends with a sentence, and leaves every file as it was", () => {
  const state = readFiles();
  const hostile = join(folder, "hostile.svg");
  writeFileSync(hostile, LOGO.replace("<circle", "<script>alert(1)</script><circle"));
  const refusals: [options: string[], sentence: string][] = [
    [["--colour", "#000"], "Unknown option '--colour'. Nothing was changed. Usage: npm run brand -- --name"],
    [["--name", "Nova", "--accent", "#facc15"], "--accent #facc15 is too light"],
    [["--name", "Nova", "--logo", hostile], "has the element script. Save it as a plain SVG"],
  ];
  for (const [options, sentence] of refusals) {
    expect(copy.brand(...options)).toEqual({ code: 1, printed: expect.stringContaining(sentence) as string });
    expect(readFiles()).toEqual(state);
  }
});

test("a session of before is still signed in, and a saved second factor is still read", async () => {
  const call = createApiClient(product, before.token);
  expect((await call("GET", "/api/user")).status).toBe(200);
  const challenge = await requestChallenge(product, before.email);
  expect(await sendCode(product, challenge, generateCode(before.secret, { steps: 1 }))).toMatchObject({
    status: 200,
  });
});

test("a backup of before is restored by the branded product's command", () => {
  const there = { DATA_DIR: join(folder, "there"), BACKUP_PASSPHRASE };
  const printed = copy.runBuilt({ file: "restore.js", name: "runRestore" }, there, backup);
  expect(printed).toMatch(/^Restored \d+ rows/);
});

test("every page has the new name, and not the first one, for a visitor and for a master", async () => {
  const store = await openProductStore(product);
  const master = await makeTestUser(store, {
    permission: "master",
    isVerified: true,
    subscription: "active",
  });
  await store.close();
  const browsers = [createBrowser(product), createBrowserWithSession(product, master.cookie)];
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
  expect(invoice).toMatch(/Acme & Söhne\nAcme Ltd\n1 Main Street\nLondon/);
  const data = await master.get(paths.profileExport);
  expect(data.headers.get("Content-Disposition")).toBe('attachment; filename="acme-sohne-data.json"');
  const passkey = await call("POST", "/api/user/passkeys/options", { password: PASSWORD });
  expect(JSON.stringify(passkey.body)).toContain('"rp":{"id":"localhost","name":"Acme & Söhne"}');
  expect(output()).toMatch(/^ {2}Acme & Söhne /m);
  const texts = {
    description: JSON.stringify(description.body),
    invoice,
    start: output().split('{"level"')[0] ?? "",
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
  const { "README.md": readme, "app/product/brand.css": css } = readFiles();
  expect(copy.brand("--name", "Nova")).toMatchObject({ code: 0 });
  const after = readFiles();
  expect(JSON.parse(after["app/product/brand.json"] ?? "")).toMatchObject({
    name: "Nova",
    slug: "nova",
    accent: "#0a7f5a",
    company: "Acme Ltd",
  });
  expect([after["README.md"], after["app/product/brand.css"]]).toEqual([readme, css]);
  expect(JSON.parse(after["package.json"] ?? "")).toMatchObject({ name: "nova" });
});

/** What branding may write, by path. */
function readFiles(): Record<string, string> {
  const folders = ["app/product", "public", "docs/groundwork", "."];
  const files = folders.flatMap((name) =>
    readdirSync(join(copy.folder, name), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(name, entry.name)),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(copy.folder, file), "latin1")]));
}

/** What may have the first name: stored names that only operators and other programs see, and a file of deploy/. */
const KEPT = [AVATARS_MARKER, METRICS_PREFIX, WEBHOOK_AGENT, "deploy/groundwork", "/var/lib/groundwork"];

/** Lists what names the product by its first name. */
function listNaming(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([name, text]) => {
    const left = KEPT.reduce((rest, kept) => rest.replaceAll(kept, ""), text);
    const found = FIRST_NAME.exec(left);
    return found ? [`${name}: ${left.slice(Math.max(0, found.index - 40), found.index + 40)}`] : [];
  });
}
