/** The sandboxes for mail, payments and identity providers: they answer a browser on this machine only. */
import { spawnSync } from "node:child_process";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KNOWN_IDENTITY_PROVIDER_IDS } from "~/domain/identity-providers";
import { paths } from "~/domain/paths";
import { createBrowser, PASSWORD, createApiClient, createVerifiedUser } from "../support/clients";
import { findFreePort } from "../support/free-port";
import { startProduct, type Product } from "../support/product";
import { openRaw } from "../support/raw-request";

const EMAIL = "customer@example.com";
/** An IP of this machine that is not the loopback's; undefined on a machine without a network. */
const OUTER_IP = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === "IPv4" && !address.internal)?.address;

let product: Product;
let token: string;
beforeAll(async () => {
  const port = await findFreePort();
  product = await startProduct({ PORT: String(port), HOST: "0.0.0.0", APP_URL: `http://localhost:${port}` });
  ({ token } = await createVerifiedUser(product, EMAIL));
});
afterAll(() => product.stop());

interface Answer {
  status: number;
  text: string;
  location: string | undefined;
}

/** Sends a request as a browser would, over `ip`, with the product's own Host header. */
function ask(path: string, headers: Record<string, string> = {}, ip = "127.0.0.1"): Promise<Answer> {
  const target = { host: ip, port: product.port, path };
  return new Promise((resolve, reject) => {
    request({ ...target, headers: { Host: `localhost:${product.port}`, ...headers } }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, text, location: response.headers.location });
      });
    })
      .on("error", reject)
      .end();
  });
}

/** Pages and calls of every sandbox, in several spellings, with the status for a browser on this machine. */
const consent = (network: string) => `${paths.identitySandbox}/${network}`;
const STAND_INS: [string, number][] = [
  [paths.devMail, 200],
  ["/DEV/mail/", 200],
  ["/%64ev/mail", 200],
  [`${paths.devMail}.data`, 200],
  [`${paths.devMail}.data?_routes=routes%2Fdev%2Fmail`, 200],
  [paths.devBilling, 200],
  ["/DEV/billing/", 200],
  [`${paths.devBilling}.data`, 200],
  [paths.devKit, 200],
  [`${paths.devKit}.data`, 200],
  ["/sandbox/stripe.js", 200],
  ["/SANDBOX/stripe.js", 200],
  ["/sandbox/v1/payment_intents/pi_1?client_secret=x", 401],
  [consent("linkedin/oauth/v2/authorization"), 400],
  [consent("twitter/i/oauth2/authorize"), 400],
];

const PROXIES: Record<string, string>[] = [
  { "X-Forwarded-For": "203.0.113.7" },
  { "X-Forwarded-Host": "shop.example" },
  { "X-Forwarded-Proto": "https" },
  { Forwarded: "for=203.0.113.7" },
  { Via: "1.1 proxy" },
  { "X-Real-IP": "203.0.113.7" },
  { "CF-Connecting-IP": "203.0.113.7" },
  { "X-Forwarded-For": "127.0.0.1" },
];

test("a browser on this machine is answered", async () => {
  for (const [path, status] of STAND_INS) expect([path, (await ask(path)).status]).toEqual([path, status]);
});

test.each(PROXIES)("every sandbox answers 404 behind a proxy that sends %j", async (headers) => {
  for (const [path] of STAND_INS) expectNothing(path, await ask(path, headers));
});

test("every sandbox answers 404 behind a proxy that speaks HTTP/1.0", async () => {
  for (const [path] of STAND_INS) {
    const answer = await openRaw(product, `GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`).closed;
    expectNothing(path, { status: Number(answer.split(" ")[1]), text: answer, location: undefined });
  }
});

test.runIf(OUTER_IP)("for another machine every sandbox answers 404, whatever its Host header", async () => {
  for (const [path] of STAND_INS) expectNothing(path, await ask(path, {}, OUTER_IP));
});

function expectNothing(path: string, { status, text }: Answer): void {
  expect([path, status]).toEqual([path, 404]);
  expect(text).not.toContain(EMAIL);
}

describe("a visitor behind a proxy", () => {
  const headers = { "X-Forwarded-For": "203.0.113.7" };

  test("a visitor behind a proxy sees no button for a provider without keys, and no link to /dev/mail", async () => {
    for (const path of ["/signin", "/signup"]) {
      const { text } = await ask(path, headers);
      expect(text).not.toMatch(/Facebook|\/auth\/facebook/);
      expect((await ask(path)).text).toContain("/auth/facebook");
    }
    for (const path of ["/forgotpassword?sent=1", "/signin/magic?sent=1"]) {
      expect((await ask(path, headers)).text).not.toContain(paths.devMail);
      expect((await ask(path)).text).toContain(paths.devMail);
    }
  });

  test.each(KNOWN_IDENTITY_PROVIDER_IDS)(
    "a visitor behind a proxy is redirected from %s to the sign-in page, before and after the network",
    async (network) => {
      for (const path of [`/auth/${network}`, `/auth/${network}/callback?code=x&state=y`]) {
        expect((await ask(path, headers)).location).toBe(paths.signIn);
      }
      expect((await ask(`/auth/${network}`)).location).toContain(consent(network));
    },
  );

  test("a visitor behind a proxy sees that card payments are not set up, and cannot pay", async () => {
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: EMAIL, password: PASSWORD });
    const sentence = "set up on this server. Choose a free plan";
    expect((await visitor.get("/signup/plan?id=pro")).html).not.toContain(sentence);
    const page = await visitor.get("/signup/plan?id=pro", headers);
    expect(page.html).toContain(sentence);
    expect(page.html).not.toContain("4242");
    const sent = await visitor.post("/signup/plan", { plan: "pro", token: "tok_visa" }, headers);
    expect([sent.status, sent.html.includes(sentence)]).toEqual([503, true]);

    const call = createApiClient(product, token);
    const order = (plan: string) => ["POST", "/api/account/plan", { plan, token: "tok_visa" }] as const;
    expect((await call(...order("pro"), headers)).status).toBe(503);
    expect((await call(...order("free"), headers)).status).toBe(200);
  });
});

test("in production, HOST=0.0.0.0 without APP_URL exits with a message that names the setting", () => {
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    DATA_DIR: product.dataDir,
    HOST: "0.0.0.0",
  };
  const { status, stderr } = spawnSync(process.execPath, ["build/server.js"], {
    env: environment,
    encoding: "utf8",
    timeout: 10_000,
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain("APP_URL is missing: HOST=0.0.0.0 lets other machines in");
});
