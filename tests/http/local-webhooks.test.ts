/** Webhooks to the product's own machine: in development, to a developer's server, and to nothing that the product runs on. */
import { webhookEndpointEntity } from "~/models/webhook-endpoint.server";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openCredentials, type Credentials, type SignedIn } from "../support/credentials";
import { startProduct, waitFor, type Product } from "../support/product";
import { createSetupClient, startOpenProduct } from "../support/setup";

const HINT = /In development, http:\/\/localhost:PORT works too/;
const REFUSED = "WEBHOOKS_TO_PRIVATE_NETWORKS=on";

let product: Product;
let people: Credentials;
let owner: SignedIn;
let receiver: Server;
let port: number;
let received: string[];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request.headers.host ?? "");
    response.end("seen");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  ({ port } = receiver.address() as AddressInfo);
});
afterAll(() => receiver.close());
beforeEach(() => {
  received = [];
});

async function begin(starting: Promise<Product>): Promise<void> {
  product = await starting;
  people = await openCredentials(product);
  owner = await people.signedIn();
}

async function end(): Promise<void> {
  await people.close();
  await product.stop();
}

const create = (url: string) => owner.script("POST", "/api/webhook", { url, events: ["user.joined"] });
/** With the names that the cookie has under a local and under a public URL. */
const readPage = async () => {
  const headers = { cookie: `session=${owner.cookie}; __Host-session=${owner.cookie}` };
  return (await fetch(`${product.url}/account/webhooks/create`, { headers })).text();
};

/** Sends a test event, and returns why it was not delivered, or "delivered". */
async function sendTo(id: string): Promise<string> {
  await owner.script("POST", `/api/webhook/${id}/test`);
  return waitFor(async () => {
    const { data } = await owner.script("GET", `/api/webhook/${id}/deliveries`);
    const [newest] = data.deliveries as { status: string; failure: string | null }[];
    return newest?.failure ?? (newest?.status === "delivered" ? "delivered" : null);
  }, "the result of a delivery");
}

describe("in development", () => {
  const COLLECTOR_PORT = 4318;
  const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${COLLECTOR_PORT}` };
  beforeAll(() => begin(startOpenProduct(COLLECTOR)));
  afterAll(end);

  test("an endpoint on localhost receives its events, and the form says that it can", async () => {
    expect(await readPage()).toMatch(HINT);
    const { data, status } = await create(`http://localhost:${port}/hook`);
    expect(status).toBe(200);
    expect(await sendTo(String(data.id))).toBe("delivered");
    expect(received).toEqual([`localhost:${port}`]);
  });

  test("the ports of the product and of its sandbox are refused, however they are written", async () => {
    const sandbox = readFileSync(join(product.dataDir, "sandbox.port"), "utf8");
    for (const taken of [product.port, sandbox, 80, 22, 1023, COLLECTOR_PORT])
      for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"]) {
        const answer = await create(`http://${host}:${taken}/api/webhook/stripe`);
        expect(answer, `${host}:${taken}`).toMatchObject({ status: 400, body: { inputError: "url" } });
      }
    for (const host of ["127.1", "0.0.0.0", "[::ffff:127.0.0.1]", "localhost.", "2130706433", "127.0.0.2"])
      for (const any of [product.port, sandbox, port])
        expect((await create(`http://${host}:${any}/`)).status, `${host}:${any}`).toBe(400);
    expect((await create(`http://me:secret@localhost:${port}/`)).status).toBe(400);
  });

  test("an endpoint is not moved to the product's own port", async () => {
    const { data } = await create(`http://127.0.0.1:${port}/`);
    const moved = await owner.script("PATCH", `/api/webhook/${String(data.id)}`, { url: `${product.url}/` });
    expect(moved).toMatchObject({ status: 400, body: { inputError: "url" } });
  });

  test("once setup has saved a public domain, nothing is sent to localhost, and no endpoint added", async () => {
    const { data } = await create(`http://localhost:${port}/later`);
    expect(await sendTo(String(data.id))).toBe("delivered");
    const domain = { domain: "app.example.com", support_email: "help@example.com", confirm: true };
    expect((await createSetupClient(product)("POST", "/api/setup/domain", domain)).status).toBe(200);
    received = [];
    expect(await sendTo(String(data.id))).toBe("local");
    expect(received).toEqual([]);
    const refused = await create(`http://localhost:${port}/`);
    expect(refused).toMatchObject({ status: 400, body: { inputError: "url" } });
    expect(refused.message).toContain(REFUSED);
  });
});

describe.each<[string, Record<string, string>]>([
  ["keys of a provider", { SMTP_URL: "smtp://127.0.0.1:2525" }],
  ["a public URL", { APP_URL: "https://app.example.com" }],
  ["a HOST that lets other machines in", { HOST: "0.0.0.0", APP_URL: "http://localhost:3000" }],
])("with %s", (_what, environment) => {
  beforeAll(() => begin(startProduct(environment)));
  afterAll(end);

  test("an endpoint on localhost is refused with what to do, and the form does not name it", async () => {
    const html = await readPage();
    expect(html).toContain("An https URL");
    expect(html).not.toMatch(HINT);
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      const refused = await create(`http://${host}:${port}/`);
      expect(refused).toMatchObject({ status: 400, body: { inputError: "url" } });
      expect(refused.message).toContain(REFUSED);
    }
    const { id } = (await create("https://hooks.example.com/")).data;
    // As it was saved in development.
    await people.store.update(
      webhookEndpointEntity,
      { id: String(id) },
      { url: `http://localhost:${port}/` },
    );
    expect(await sendTo(String(id))).toBe("local");
    expect(received).toEqual([]);
  });
});
