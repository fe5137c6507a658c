/**
 * What a founder adds without editing a file of the product (tests/seam/): an entity with its page, calls, mail and job, a field of
 * users and one of accounts. It is laid over a copy of the product, which is built and run.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createApiClient,
  createBrowser,
  createUserOnFreePlan,
  PASSWORD,
  type Browser,
  type Call,
} from "../support/clients";
import { buildCopy, copySources } from "../support/copied-sources";
import { startProduct, waitFor, type Product } from "../support/product";

const SEAM = fileURLToPath(new URL("../seam", import.meta.url));
const BUILT_WITHIN_MS = 240_000;
const OWNER = "founder@example.com";

let folder: string;
let product: Product;
let owner: { call: Call; visitor: Browser };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-seam-"));
  copySources(folder);
  cpSync(SEAM, folder, { recursive: true });
  buildCopy(folder);
  product = await startProduct({}, { folder });
  const { call } = await createUserOnFreePlan(product, OWNER);
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email: OWNER, password: PASSWORD });
  owner = { call, visitor };
}, BUILT_WITHIN_MS);
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true });
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
