/** Under a public URL without keys: the sandboxes for mail, payments and identity providers answer no one. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { runCommand } from "../support/built-commands";
import { makeTestUser } from "../support/users";
import { openProductStore } from "../support/product-store";
import { startProduct, waitFor, type Product } from "../support/product";

const APP_URL = "https://shop.example";
const somebody = "customer@example.com";

const OTHER_RELEASE = "page-AbCdEfGh.js";

let product: Product;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "groundwork-public-"));
  mkdirSync(join(dataDir, "assets"));
  writeFileSync(join(dataDir, "assets", OTHER_RELEASE), "export default 1;");
  product = await startProduct({ APP_URL, DATA_DIR: dataDir });
  const asked = await ask("/api/account", {
    method: "POST",
    body: JSON.stringify({
      name: "Ada",
      email: somebody,
      password: "lovelace!1",
      confirm_password: "lovelace!1",
    }),
  });
  expect(asked.status).toBe(200);
  await product.mailTo(somebody);
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a request as any client may: from outside, or with a Host header that names this machine. */
function ask(
  path: string,
  {
    method = "GET",
    body = "",
    host = "shop.example",
    token = "",
    cookie = "",
  }: { cookie?: string; method?: string; body?: string; host?: string; token?: string } = {},
): Promise<Answer> {
  const headers = {
    Host: host,
    ...(body && { "Content-Type": "application/json" }),
    ...(cookie && { Cookie: cookie }),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port: product.port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    })
      .on("error", reject)
      .end(body);
  });
}

test.each(["shop.example", "localhost", "127.0.0.1"])(
  "with the Host header %s, there is no development mailbox and no page of the payment sandbox",
  async (host) => {
    for (const path of [
      paths.devMail,
      `${paths.devMail}.data`,
      paths.devMailMessage("1-a"),
      paths.devBilling,
      `${paths.devBilling}.data`,
    ]) {
      const { status, text } = await ask(path, { host });
      expect(text, path).not.toContain(somebody);
      if (!path.endsWith(".data")) expect(status, path).toBe(404);
    }
  },
);

test("there are no simulated identity providers, because anyone could sign in as anyone", async () => {
  const page = `${paths.identitySandbox}/facebook/dialog/oauth`;
  for (const host of ["shop.example", "localhost"]) expect((await ask(page, { host })).status).toBe(404);
  expect((await ask("/auth/facebook")).headers.location).not.toContain(paths.identitySandbox);
});

test("the log warns once that mails are not sent, and names the missing setting", async () => {
  const output = await waitFor(() => (product.output().includes("SMTP_URL") ? product.output() : null), "it");
  const told = output.split("\n").filter((line) => line.includes("SMTP_URL"));
  expect(told).toHaveLength(1);
});

test("without the provider's keys the start and reconcile say that no one can pay, and nothing speaks of test cards", async () => {
  const output = await waitFor(() => (product.output().includes("STRIPE_") ? product.output() : null), "it");
  expect(output.match(/"msg":"No one can pay: STRIPE_SECRET_KEY/g)).toHaveLength(1);
  expect(output).not.toContain("4242");
  const { code, printed } = await runCommand("reconcile", {
    ...{ APP_URL, DATA_DIR: dataDir, PORT: String(product.port) },
  });
  expect([code, printed]).toEqual([0, expect.stringContaining("No one can pay: STRIPE_SECRET_KEY")]);
});

test("a signed-in owner sees no badge of the test mode", async () => {
  const store = await openProductStore(product);
  const { cookie } = await makeTestUser(store, {
    permission: "owner",
    isVerified: true,
    subscription: "active",
  });
  await store.close();
  const page = await ask("/dashboard", { cookie: `__Host-session=${cookie}` });
  expect([page.status, page.text]).toEqual([200, expect.not.stringContaining("Test mode")]);
});

test("every answer has a Strict-Transport-Security header for a year", async () => {
  for (const path of ["/", "/signin", "/api/auth", "/no/such/page", "/assets/none.js"]) {
    const { headers } = await ask(path);
    expect(headers["strict-transport-security"], path).toBe("max-age=31536000; includeSubDomains");
  }
});

test("a test card buys nothing: a proxy that adds no headers makes every visitor look like a local caller", async () => {
  const store = await openProductStore(product);
  const { token } = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: null });
  await store.close();
  const body = JSON.stringify({ plan: "pro", token: "tok_visa" });
  const bought = await ask("/api/account/plan", { method: "POST", body, token });
  expect([bought.status, bought.text]).toEqual([503, expect.stringContaining("card payments aren't set up")]);
  for (const path of ["/sandbox/stripe.js", "/sandbox/v1/tokens"]) expect((await ask(path)).status).toBe(404);
});

test("the product serves the hashed files of another release that the data folder keeps, and keeps its own there", async () => {
  const previous = await ask(`/assets/${OTHER_RELEASE}`);
  expect([previous.status, previous.text]).toEqual([200, "export default 1;"]);
  expect(previous.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(previous.headers["content-type"]).toContain("javascript");
  const own = readdirSync("build/client/assets").filter((name) => !/\.(br|gz)$/.test(name));
  expect(readdirSync(join(dataDir, "assets")).sort()).toEqual([...own, OTHER_RELEASE].sort());
  expect(await ask(`/assets/${own[0]}`)).toMatchObject({ status: 200 });
  for (const path of ["/assets/../app.secret", "/assets/%2e%2e/app.secret", "/assets/none-AbCdEfGh.js"])
    expect([403, 404]).toContain((await ask(path)).status);
});

test("every line of the log is JSON without the token of setup, whose file and command it names", async () => {
  const open = await startProduct({ APP_URL, SETUP_TOKEN: "" });
  const token = readFileSync(join(open.dataDir, "setup.token"), "utf8");
  const output = await open.wholeOutput();
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: "production" as const,
    APP_URL,
    DATA_DIR: open.dataDir,
  };
  const asked = spawnSync(process.execPath, ["scripts/setup-link.mjs"], {
    env: environment,
    encoding: "utf8",
  });
  await open.stop();
  const lines = output.split("\n").filter(Boolean);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty("level");
  expect(output).not.toContain(token);
  expect(output).toContain(`"file":"${open.dataDir}/setup.token"`);
  expect(output).toContain("setup:link");
  expect(asked.stdout).toBe(`${APP_URL}${paths.setupWith(token)}\n`);
});
