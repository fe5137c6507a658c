/** The checks that every API call and form passes before its operation: bodies, methods, credentials, origins. */
import { beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "~/services/operations.server";
import { createBrowser, PASSWORD, createApiClient, type Call } from "../support/clients";
import { insertUserOnFreePlan } from "../support/inserted-users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let call: Call;
let token: string;
beforeAll(async () => {
  product = await shareProduct();
  ({ call, token } = await insertUserOnFreePlan("owner@handlers.example.com"));
});

const writes = OPERATIONS.filter(({ method }) => method !== "GET");
const guarded = OPERATIONS.filter(({ access }) => access.permission !== "none");

describe("request bodies", () => {
  test.each(["{", "null", "[]", '"text"', "7", "true", '{"email":}'])(
    "%s is not a JSON object and answers 400",
    async (body) => {
      const answer = await createApiClient(product)("POST", "/api/auth", body);
      expect(answer.status).toBe(400);
      expect(answer.message).not.toBe("");
    },
  );

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"])(
    "%s is not JSON and answers 415",
    async (type) => {
      const answer = await createApiClient(product)("POST", "/api/auth", "{}", { "Content-Type": type });
      expect(answer.status).toBe(415);
    },
  );

  test("a body above 64 kB answers 413, with or without a Content-Length", async () => {
    const large = JSON.stringify({ email: "a".repeat(70_000) });
    expect((await createApiClient(product)("POST", "/api/auth", large)).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    const response = await fetch(`${product.url}/api/auth`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: chunks,
      duplex: "half",
    });
    expect(response.status).toBe(413);
  });

  test.each(['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'])(
    "%s pollutes no prototype",
    async (body) => {
      await call("PATCH", "/api/user", body);
      const { data } = await call("GET", "/api/user");
      expect(data).not.toHaveProperty("polluted");
    },
  );
});

describe("methods and paths", () => {
  test("an unknown path under /api answers 404 in JSON, for any method", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await call(method, "/api/nothing/here", method === "GET" ? undefined : {});
      expect(answer.status).toBe(404);
      expect(answer.body).toHaveProperty("message");
    }
  });

  test("a method that the path does not support answers 405", async () => {
    expect((await call("PUT", "/api/auth", {})).status).toBe(405);
    expect((await call("GET", "/api/account")).status).toBe(405);
  });

  test("OPTIONS answers 405, without CORS headers", async () => {
    const response = await fetch(`${product.url}/api/auth`, {
      method: "OPTIONS",
      headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
    });
    expect(response.status).toBe(405);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("HEAD answers like GET, without a body", async () => {
    const response = await fetch(`${product.url}/api/auth`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });
});

describe("credentials", () => {
  test.each(guarded.map((operation) => [operation.method, operation.path] as const))(
    "%s %s without a credential answers 401",
    async (method, path) => {
      const answer = await createApiClient(product)(method, path, method === "GET" ? undefined : {});
      expect(answer.status).toBe(401);
    },
  );

  test.each(
    writes
      .filter(({ access }) => access.permission !== "none")
      .map(({ method, path }) => [method, path] as const),
  )("%s %s with a cookie alone answers 401", async (method, path) => {
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: "owner@handlers.example.com", password: PASSWORD });
    const cookie = `session=${visitor.cookies.get("session")}`;
    const answer = await createApiClient(product)(
      method,
      path,
      {},
      { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    );
    expect(answer.status).toBe(401);
  });

  const listAlteredTokens = (whole: string) => [
    "",
    "x",
    whole.slice(0, -1),
    `${whole}x`,
    whole.slice(4),
    whole.toUpperCase(),
    `${whole}${whole}`,
    whole.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    `scr_${"A".repeat(43)}`,
    `ses_${"A".repeat(43)}`,
    `ref_00000000-0000-0000-0000-000000000000.zzzzzz.${"A".repeat(43)}`,
    "x".repeat(8000),
  ];

  test("an altered, truncated, doubled or forged token answers 401", async () => {
    for (const forged of listAlteredTokens(token)) {
      const answer = await createApiClient(product, forged)("GET", "/api/user");
      expect(answer.status, forged.slice(0, 60)).toBe(401);
    }
  });

  test.each(["Basic abc", "Bearer", "bearer  x", "Bearer a b", "Token x", "Bearer \u00e9"])(
    "the Authorization header %j answers 401",
    async (header) => {
      const answer = await createApiClient(product)("GET", "/api/user", undefined, { Authorization: header });
      expect(answer.status).toBe(401);
    },
  );

  test("an altered session cookie redirects to the sign-in page", async () => {
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: "owner@handlers.example.com", password: PASSWORD });
    for (const forged of listAlteredTokens(visitor.cookies.get("session") ?? "")) {
      const stranger = createBrowser(product);
      stranger.cookies.set("session", forged);
      expect((await stranger.get("/dashboard")).location).toBe("/signin");
    }
  });
});

describe("requests from other sites", () => {
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Referer: "https://evil.example/page" },
    { Origin: "http://localhost.evil.example" },
    { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
  ];

  test.each(foreign)("%j: every write of the API answers 403", async (headers) => {
    for (const { method, path } of writes) {
      expect((await call(method, path, {}, headers)).status, `${method} ${path}`).toBe(403);
    }
  });

  test.each(foreign)("%j: every form answers 403, in every form of its URL", async (headers) => {
    const pages = [
      "/signin",
      "/signup",
      "/signup/verify",
      "/signup/plan",
      "/signout",
      "/preferences",
      "/switch",
      "/help",
    ];
    for (const page of pages) {
      for (const address of [
        page,
        `${page}?_data=root`,
        `${page}.data`,
        `${page}?index`,
        `/${page}`,
        `${page}/`,
      ]) {
        const response = await fetch(product.url + address, {
          method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
          body: "email=a",
          redirect: "manual",
        });
        expect(response.status, address).toBe(403);
      }
    }
  });

  test("a form without an Origin and a Sec-Fetch-Site header answers 403", async () => {
    const response = await fetch(`${product.url}/signout`, { method: "POST", redirect: "manual" });
    expect(response.status).toBe(403);
  });

  test.each([
    "evil.example",
    "localhost@evil.example",
    "localhost:80@evil",
    "localhost:99999",
    "app example",
  ])("a request with the Host header %j is rejected", async (host) => {
    expect(await requestWithHost(host)).toBeGreaterThanOrEqual(400);
  });

  test("X-Forwarded-Host changes no link in a mail", async () => {
    const answer = await createApiClient(product)(
      "POST",
      "/api/account",
      { name: "P", email: "poisoned@handlers.example.com", password: PASSWORD, confirm_password: PASSWORD },
      { "X-Forwarded-Host": "evil.example" },
    );
    expect(answer.status).toBe(200);
    expect(await product.mailTo("poisoned@handlers.example.com")).not.toContain("evil.example");
  });

  async function requestWithHost(host: string): Promise<number> {
    const { request } = await import("node:http");
    return new Promise((resolve, reject) => {
      request(
        { host: "127.0.0.1", port: product.port, path: "/signin", headers: { Host: host } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      )
        .on("error", reject)
        .end();
    });
  }
});
