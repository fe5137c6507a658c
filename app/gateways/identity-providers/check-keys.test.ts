/** Asking a provider whether it knows the keys: what each answer means. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { startOpenIdProviders, type Answer } from "../../../tests/support/openid-provider";
import { checkIdentityProviderKeys } from "./check-keys";

let close: (() => Promise<unknown>) | null = null;
afterEach(() => close?.());

/** A provider that answers every request with this. */
async function startIdentityProvider(status: number, body: string, headers: Record<string, string> = {}) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => new Promise((resolve) => server.close(resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const KEYS = { clientId: "1", clientSecret: "s" };
const CALLBACK = "https://app.example.com/auth/x/callback";
const graph = (code: number) => JSON.stringify({ error: { message: "m", type: "OAuthException", code } });

test.each([
  ["linkedin", 401, '{"error":"invalid_client"}', "rejected"],
  ["linkedin", 400, '{"error":"invalid_request"}', "accepted"],
  ["linkedin", 400, '{"error":"invalid_grant"}', "accepted"],
  ["twitter", 401, "", "rejected"],
  ["twitter", 400, '{"error":"unauthorized_client"}', "rejected"],
  ["github", 200, '{"error":"incorrect_client_credentials"}', "rejected"],
  ["github", 200, '{"error":"bad_verification_code"}', "accepted"],
  ["github", 404, '{"error":"Not Found"}', "unclear"],
  ["facebook", 400, graph(1), "rejected"],
  ["facebook", 400, graph(101), "rejected"],
  ["facebook", 400, graph(100), "accepted"],
  ["facebook", 400, graph(4), "unclear"],
  ["facebook", 503, "busy", "unclear"],
  ["twitter", 200, "{}", "unclear"],
  ["twitter", 400, "x".repeat(2_000_000), "unreachable"],
] as const)("%s with status %d and %s: the keys are %s", async (...given) => {
  const [provider, status, body, expected] = given;
  const { baseUrl, requests } = await startIdentityProvider(status, body);
  expect(await checkIdentityProviderKeys(provider, { ...KEYS, baseUrl }, CALLBACK)).toBe(expected);
  expect(requests).toHaveLength(1);
});

test("no redirect is followed, and a provider that is down is unreachable", async () => {
  const { baseUrl, requests } = await startIdentityProvider(307, "", { Location: "/elsewhere" });
  expect(await checkIdentityProviderKeys("facebook", { ...KEYS, baseUrl }, CALLBACK)).toBe("unreachable");
  expect(requests).toHaveLength(1);
  await close?.();
  expect(await checkIdentityProviderKeys("facebook", { ...KEYS, baseUrl }, CALLBACK)).toBe("unreachable");
});

describe("a provider by OpenID Connect", () => {
  /** Google at a server of the test, or one that the settings name. */
  async function ask(id: "google" | "acme", token?: Answer, discovery?: Answer) {
    const origin = "https://accounts.google.com";
    const providers = await startOpenIdProviders({ google: { issuer: origin, origin } });
    close = () => providers.close();
    const answers = { ...(token && { token }), ...(discovery && { discovery }) };
    providers.lies = { google: { answers }, acme: { answers } };
    const own =
      id === "google" ? { baseUrl: `${providers.origin}/google` } : { issuer: providers.issuerOf("acme") };
    const answer = await checkIdentityProviderKeys(id, { ...KEYS, baseUrl: null, ...own }, CALLBACK);
    return { answer, asked: providers.requests };
  }

  const DISCOVERY = "/.well-known/openid-configuration";

  test.each(["google", "acme"] as const)("%s is asked for its endpoints, and then once", async (id) => {
    expect(await ask(id)).toEqual({
      answer: "accepted",
      asked: [`GET /${id}${DISCOVERY}`, `POST /${id}/token`],
    });
  });

  const answering =
    (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
    (response) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
  const challenge = { "www-authenticate": 'Basic realm="acme"' };

  test.each([
    ["rejected", 401, { error: "invalid_client" }, {}],
    ["rejected", 401, { error: "invalid_client" }, challenge],
    ["rejected", 401, {}, challenge],
    ["rejected", 400, { error: "invalid_client" }, {}],
    ["rejected", 400, { error: "unauthorized_client" }, {}],
    ["accepted", 400, { error: "invalid_grant", error_description: "x" }, {}],
    ["accepted", 400, { error: "invalid_request" }, {}],
    ["unreachable", 503, {}, {}],
    ["unreachable", 307, {}, { location: "/elsewhere" }],
  ])("%s: its answer to an impossible code is %d %j with %j", async (...given) => {
    const [expected, status, body, headers] = given;
    const { answer, asked } = await ask("acme", answering(status, body, headers));
    expect(answer).toBe(expected);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["of another issuer", answering(200, { issuer: "https://evil.example" })],
    ["of an error", answering(500, {})],
    ["of no JSON", (response) => response.end("<html>")],
  ] satisfies [string, Answer][])(
    "with an announcement %s is unreachable, and gets no secret",
    async (_what, discovery) => {
      const { answer, asked } = await ask("acme", undefined, discovery);
      expect([answer, asked]).toEqual(["unreachable", [`GET /acme${DISCOVERY}`]]);
    },
  );
});
