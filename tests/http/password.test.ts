/** Changing the password of a signed-in user. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { hours } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD, createApiClient } from "../support/clients";
import { insertUserOnFreePlan } from "../support/inserted-users";
import { makeTestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

const NEW = "another horse!";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

const signIn = (email: string, password: string) =>
  createApiClient(product)("POST", "/api/auth", { email, password });

describe("PUT /api/user/password", () => {
  test("the new password works, the old one stops working, and a mail notifies the user", async () => {
    const { call } = await insertUserOnFreePlan("change@password.example.com");
    const answer = await call("PUT", "/api/user/password", { oldpassword: PASSWORD, newpassword: NEW });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ has_password: true });
    expect((await signIn("change@password.example.com", PASSWORD)).status).toBe(401);
    expect((await signIn("change@password.example.com", NEW)).status).toBe(200);
    expect(await product.mailTo("change@password.example.com", /password has been changed/)).toContain(
      "/forgotpassword",
    );
  });

  test("every other session ends; the session that changed the password stays", async () => {
    const { call } = await insertUserOnFreePlan("sessions@password.example.com");
    const other = createApiClient(
      product,
      String((await signIn("sessions@password.example.com", PASSWORD)).data.token),
    );
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: "sessions@password.example.com", password: PASSWORD });
    await call("PUT", "/api/user/password", { oldpassword: PASSWORD, newpassword: NEW });
    expect((await other("GET", "/api/user")).status).toBe(401);
    expect((await visitor.get("/dashboard")).location).toBe("/signin");
    expect((await call("GET", "/api/user")).status).toBe(200);
  });

  test("a wrong or missing old password answers 400 at its field, whatever has_password the client sends", async () => {
    const { call } = await insertUserOnFreePlan("wrong@password.example.com");
    for (const has_password of [undefined, true, false]) {
      const given = { has_password, oldpassword: "not mine!", newpassword: NEW };
      const wrong = await call("PUT", "/api/user/password", given);
      expect(wrong.status).toBe(400);
      expect(wrong.body).toMatchObject({ inputError: "oldpassword" });
      const missing = await call("PUT", "/api/user/password", { has_password, newpassword: NEW });
      expect(missing.status).toBe(400);
      expect(missing.body).toMatchObject({ inputError: "oldpassword" });
    }
    expect((await signIn("wrong@password.example.com", PASSWORD)).status).toBe(200);
  });

  test("the eleventh wrong old password answers 429", async () => {
    const { call } = await insertUserOnFreePlan("guess@password.example.com");
    const guess = (oldpassword: string) =>
      call("PUT", "/api/user/password", { oldpassword, newpassword: NEW });
    for (let tries = 0; tries < 10; tries += 1) expect((await guess(`guess ${tries}!`)).status).toBe(400);
    expect((await guess(PASSWORD)).status).toBe(429);
  });

  test.each([
    ["short!", /minimum of 8 characters/],
    ["nothing special", /at least one special character/],
    [PASSWORD, /differs from your current one/],
    [`${"x".repeat(128)}!`, /maximum of 128 characters/],
  ])("the new password %j answers 400 with the reason", async (newpassword, reason) => {
    const email = `rule-${newpassword.length}@password.example.com`;
    const { call } = await insertUserOnFreePlan(email);
    const answer = await call("PUT", "/api/user/password", { oldpassword: PASSWORD, newpassword });
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(reason);
    expect(answer.body).toMatchObject({ inputError: "newpassword" });
  });

  test("a confirmation that differs answers 400", async () => {
    const { call } = await insertUserOnFreePlan("repeat@password.example.com");
    const given = { oldpassword: PASSWORD, newpassword: NEW, confirm_password: "yet another!" };
    const answer = await call("PUT", "/api/user/password", given);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ inputError: "confirm_password" });
  });

  test("a user without a password can set one within ten minutes of reauthentication", async () => {
    const person = await makeTestUser(store, {
      permission: "owner",
      isVerified: true,
      subscription: "active",
    });
    const call = createApiClient(product, person.token);
    const stale = { reauthenticatedAt: new Date(Date.now() - hours(1)) };
    await store.update(sessionEntity, { userId: person.userId }, stale);
    expect((await call("PUT", "/api/user/password", { newpassword: NEW })).status).toBe(403);
    await store.update(sessionEntity, { userId: person.userId }, { reauthenticatedAt: new Date() });
    const created = await call("PUT", "/api/user/password", { newpassword: NEW });
    expect([created.status, created.message]).toEqual([
      200,
      "Password set. You have been signed out everywhere else.",
    ]);
    expect((await call("GET", "/api/user")).data.has_password).toBe(true);
    expect((await signIn(`${person.userId}@example.com`, NEW)).status).toBe(200);
  });
});
