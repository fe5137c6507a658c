/** Asking a provider whether it knows the keys: what each answer means. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
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
