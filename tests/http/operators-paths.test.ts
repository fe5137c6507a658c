/** The paths for the operator's programs under a public URL: the metrics, and whether a server is this installation. */
import { request, type IncomingMessage } from "node:http";
import { text as readText } from "node:stream/consumers";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAGES } from "~/domain/pages";
import { paths } from "~/domain/paths";
import { INSTALLATION_LIMIT } from "~/domain/rate-limits";
import { OPERATIONS } from "~/services/operations.server";
import { createSecrets } from "~/crypto/secrets.server";
import { createChallenge } from "~/services/platform/setup/challenge.server";
import { startProduct, type Product } from "../support/product";

const HOST = "shop.example";
const METRICS_TOKEN = "a-token-of-the-operator-0123456789";

let product: Product;
let local: Product;
beforeAll(async () => {
  [product, local] = await Promise.all([
    startProduct({ APP_URL: `https://${HOST}`, METRICS_TOKEN, TRUST_PROXY_HOPS: "1" }),
    startProduct(),
  ]);
});
afterAll(() => Promise.all([product.stop(), local.stop()]));

/** Not by fetch, which may not set Host. */
async function ask({ port }: Product, path: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers }, resolve).on("error", reject).end();
  });
  return { status: response.statusCode, headers: response.headers, text: await readText(response) };
}

describe("/metrics", () => {
  const NAMES = ["localhost", "127.0.0.1", HOST, "evil.example"];

  test("/metrics under a public URL needs the token on this machine too, because a proxy may add no header", async () => {
    for (const Host of NAMES) {
      expect([Host, (await ask(product, paths.metrics, { Host })).status]).toEqual([Host, 401]);
      const Authorization = `Bearer ${METRICS_TOKEN}`;
      expect([Host, (await ask(product, paths.metrics, { Host, Authorization })).status]).toEqual([
        Host,
        200,
      ]);
    }
  });

  test("/metrics under a loopback URL answers this machine, and under no other name that leads to it", async () => {
    const statuses = await Promise.all(
      NAMES.map(async (Host) => (await ask(local, paths.metrics, { Host })).status),
    );
    expect(statuses).toEqual([200, 200, 404, 404]);
  });
});

describe(paths.installation, () => {
  const readSecrets = () => createSecrets(readFileSync(join(product.dataDir, "app.secret"), "utf8").trim());
  const challenge = (text: string, headers?: Record<string, string>) =>
    ask(product, `${paths.installation}?challenge=${encodeURIComponent(text)}`, headers);

  test("the product answers a challenge of this installation under any host, as before the domain is its public URL", async () => {
    for (const Host of ["localhost", HOST, "new.example"]) {
      const issued = createChallenge(readSecrets());
      const { status, text } = await challenge(issued.challenge, { Host });
      expect([status, JSON.parse(text)]).toEqual([200, { proof: issued.expected }]);
    }
  });

  test("the product signs nothing but a challenge, and answers 404 to anything else", async () => {
    const [secrets, minute] = [readSecrets(), 60_000];
    for (const text of [
      "a-text-that-a-stranger-has-chosen",
      "",
      createChallenge(createSecrets("another installation")).challenge,
      createChallenge(secrets, new Date(Date.now() - 1.1 * minute)).challenge,
      createChallenge(secrets, new Date(Date.now() + 1.1 * minute)).challenge,
    ]) {
      const answer = await challenge(text);
      expect([text, answer.status, answer.text]).toEqual([text, 404, expect.not.stringContaining("proof")]);
    }
    for (const query of ["", "?challenge[]=x", "?challenge[a][b]=x", "?challenge=x&challenge=y"])
      expect([query, (await ask(product, paths.installation + query)).status]).toEqual([query, 404]);
  });

  test("the product limits strangers by their IP, whichever address of an IPv6 network they use, and not the installation", async () => {
    const from = (end: number) => ({ "X-Forwarded-For": `2001:db8:1:2::${end.toString(16)}` });
    const statuses: (number | undefined)[] = [];
    for (let tries = 0; tries <= INSTALLATION_LIMIT.attempts; tries += 1)
      statuses.push((await challenge("x", from(tries))).status);
    expect(statuses.slice(0, -1).every((status) => status === 404)).toBe(true);
    const refused = await challenge("x", from(1));
    expect([statuses.at(-1), refused.status]).toEqual([429, 429]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await challenge("x", { "X-Forwarded-For": "2001:db8:1:3::1" })).status).toBe(404);
    expect((await challenge(createChallenge(readSecrets()).challenge, from(1))).status).toBe(200);
  });
});

test("all other paths answer 421 under a name that is not the product's", async () => {
  const files = [
    "/favicon.svg",
    "/assets/none.js",
    "/avatar/x.png",
    "/sandbox/stripe.js",
    "/__manifest",
    "/none",
  ];
  const others = new Set([...Object.keys(PAGES), ...OPERATIONS.map(({ path }) => path), ...files]);
  for (const path of others)
    expect([path, (await ask(local, path, { Host: "evil.example" })).status]).toEqual([path, 421]);
});

test("no answer of the server may be taken for another type, whoever gives it", async () => {
  const operators = ["/health/live", "/health/ready", paths.installation, paths.metrics];
  for (const path of [
    ...operators,
    "/signin",
    "/api/user",
    "/assets/none.js",
    "/favicon.svg",
    "/avatar/x.png",
    "/%zz",
  ])
    for (const Host of ["localhost", "evil.example"]) {
      const { headers } = await ask(local, path, { Host });
      expect([path, Host, headers["x-content-type-options"]]).toEqual([path, Host, "nosniff"]);
    }
});
