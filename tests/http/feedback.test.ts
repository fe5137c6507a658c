/** Feedback: given by any user from every page, read by masters. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { feedbackEntity } from "~/models/feedback.server";
import { MESSAGE_MAX_LENGTH } from "~/domain/limits";
import { createBrowser, createUserOnFreePlan, PASSWORD } from "../support/clients";
import { openStage, type Caller, type Stage } from "../support/impersonation";
import { startProduct, type Product } from "../support/product";

let product: Product;
let stage: Stage;
let master: Caller;
beforeAll(async () => {
  product = await startProduct();
  stage = await openStage(product);
  master = await stage.person("master");
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

const EMAIL = "voice@example.com";

async function listComments(query = ""): Promise<(string | null)[]> {
  const { status, data } = await master.call("GET", `/api/master/feedback${query}`);
  expect(status).toBe(200);
  return (data.feedback as { comment: string | null }[]).map(({ comment }) => comment);
}

test("feedback by call and by form is in mission control, newest first, with who gave it", async () => {
  const { call } = await createUserOnFreePlan(product, EMAIL, "Grace Hopper");
  const sent = await call("POST", "/api/feedback", { rating: "negative", comment: "Too slow\non Mondays" });
  expect(sent).toMatchObject({ status: 200, body: { message: "Thank you for your feedback." } });
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email: EMAIL, password: PASSWORD });
  const { status } = await visitor.post("/feedback", { rating: "positive", comment: "Works on Tuesdays" });
  expect(status).toBe(302);
  const { data } = await master.call("GET", "/api/master/feedback");
  expect(data.feedback).toMatchObject([
    { rating: "positive", comment: "Works on Tuesdays", user: { name: "Grace Hopper", email: EMAIL } },
    { rating: "negative", comment: "Too slow\non Mondays", user: { name: "Grace Hopper", email: EMAIL } },
  ]);
  expect(await listComments("?rating=negative")).toEqual(["Too slow\non Mondays"]);
  expect(await listComments("?rating=unknown")).toHaveLength(2);
});

test("mission control counts the ratings and filters by them, on a page that works without scripts", async () => {
  const page = await master.browser.get("/master/feedback?rating=negative");
  expect(page.status).toBe(200);
  expect(page.html).toContain("Too slow");
  expect(page.html).not.toContain("Works on Tuesdays");
  expect(page.html).toContain("Ratings in the last 30 days");
});

test.each([
  ["no rating", {}, "rating"],
  ["an unknown rating", { rating: "great" }, "rating"],
  ["a rating of another type", { rating: ["positive"] }, "rating"],
  [
    "a comment that is too long",
    { rating: "neutral", comment: "x".repeat(MESSAGE_MAX_LENGTH + 1) },
    "comment",
  ],
  ["a comment with a control character", { rating: "neutral", comment: "a\u0000b" }, "comment"],
])("%s answers 400, and nothing is stored", async (what, body, field) => {
  const { call } = await createUserOnFreePlan(product, `${what.replaceAll(" ", "-")}@example.com`);
  const before = await stage.store.count(feedbackEntity, {});
  expect(await call("POST", "/api/feedback", body)).toMatchObject({
    status: 400,
    body: { inputError: field },
  });
  expect(await stage.store.count(feedbackEntity, {})).toBe(before);
});

test("an account, a user and a date in the request are ignored", async () => {
  const { call } = await createUserOnFreePlan(product, "assigner@example.com");
  const foreign = { accountId: master.accountId, userId: master.userId, createdAt: "2001-01-01" };
  expect((await call("POST", "/api/feedback", { rating: "neutral", ...foreign })).status).toBe(200);
  expect(await stage.store.count(feedbackEntity, { userId: master.userId })).toBe(0);
  expect(await stage.store.count(feedbackEntity, { createdAt: { lt: new Date("2002-01-01") } })).toBe(0);
});

test("a user's export contains their feedback, and closing their account deletes it", async () => {
  const { call } = await createUserOnFreePlan(product, "leaver@example.com");
  await call("POST", "/api/feedback", { rating: "neutral", comment: "Goodbye" });
  const { data } = await call("GET", "/api/user/export");
  expect(data.feedback).toMatchObject([{ rating: "neutral", comment: "Goodbye" }]);
  expect((await call("DELETE", "/api/account", { password: PASSWORD })).status).toBe(200);
  expect(await listComments("?rating=neutral")).not.toContain("Goodbye");
});
