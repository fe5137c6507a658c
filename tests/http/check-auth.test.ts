/** GET /api/auth: who is signed in, and with which token the caller goes on. */
import { beforeAll, describe, expect, test } from "vitest";
import { createApiClient, createBrowser, PASSWORD } from "../support/clients";
import { insertUserOnFreePlan } from "../support/inserted-users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
beforeAll(async () => {
  product = await shareProduct();
});

describe("GET /api/auth", () => {
  test("an unauthenticated caller gets 200 with authenticated false", async () => {
    const answer = await createApiClient(product)("GET", "/api/auth");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { authenticated: false } });
  });

  test("a browser's cookie gets a bearer token; the bearer token alone gets no new one", async () => {
    await insertUserOnFreePlan("browser@check-auth.example.com");
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: "browser@check-auth.example.com", password: PASSWORD });
    const byCookie = JSON.parse((await visitor.get("/api/auth")).html) as { data: { token: string } };
    expect(byCookie.data.token).toMatch(/^ref_/);
    const byToken = await createApiClient(product, byCookie.data.token)("GET", "/api/auth");
    expect(byToken.data.authenticated).toBe(true);
    expect(byToken.data.token).toBeUndefined();
  });

  test("a script gets the token that it has sent, and no session is added or changed", async () => {
    const { token, call } = await insertUserOnFreePlan("script@check-auth.example.com");
    const readSessions = async () => (await call("GET", "/api/session")).body;
    const before = await readSessions();
    const hints: Record<string, string>[] = [
      {},
      { "Sec-Fetch-Site": "same-origin" },
      { Cookie: "session=ses_none" },
    ];
    for (const headers of hints)
      expect((await call("GET", "/api/auth", undefined, headers)).data.token).toBe(token);
    expect(await readSessions()).toEqual(before);
  });

  test("with a browser's cookie next to a script's token, the cookie decides and gets a fresh bearer token", async () => {
    const { call } = await insertUserOnFreePlan("beside@check-auth.example.com");
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: "beside@check-auth.example.com", password: PASSWORD });
    const headers = { Cookie: `session=${visitor.cookies.get("session")}` };
    expect((await call("GET", "/api/auth", undefined, headers)).data.token).toMatch(/^ref_/);
  });

  test("the bearer token is not the cookie's value", async () => {
    await insertUserOnFreePlan("apart@check-auth.example.com");
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: "apart@check-auth.example.com", password: PASSWORD });
    const { html } = await visitor.get("/api/auth");
    expect(html).not.toContain(visitor.cookies.get("session"));
  });
});
