/** Mission control's money: the payment provider's events, and the refund and credit forms. */
import { invoiceEntity } from "~/models/invoice.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { providerEventEntity } from "~/models/provider-event.server";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStage, type Caller, type Stage } from "../support/impersonation";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { buildSubscription } from "../stores/rows";

let product: Product;
let stage: Stage;
let master: Caller;
beforeAll(async () => {
  product = await shareProduct();
  stage = await openStage(product);
  master = await stage.person("master");
});
afterAll(async () => {
  await stage.close();
});

async function storeEvent(status: "applied" | "failed", customerId = "cus_nobody"): Promise<string> {
  const id = `evt_${uuid()}`;
  await stage.store.insert(providerEventEntity, {
    id,
    type: "invoice.paid",
    objectId: "in_1",
    customerId,
    status,
    attempts: 2,
    failure: status === "failed" ? "no answer within 8 s" : null,
    createdAt: new Date(),
    appliedAt: status === "applied" ? new Date() : null,
  });
  return id;
}

/** An account with one paid invoice of 24 USD, of which 4 were paid back. */
async function makePayingCustomer(): Promise<Caller & { invoiceId: string }> {
  const customer = await stage.person("owner");
  const { accountId } = customer;
  const changes = { ...buildSubscription({ planId: "pro" }), id: accountId, customerId: `cus_${uuid()}` };
  await stage.store.update(subscriptionEntity, { id: accountId }, changes);
  const invoiceId = `in_${uuid()}`;
  await stage.store.insert(invoiceEntity, {
    id: invoiceId,
    accountId,
    number: "A-0001",
    status: "paid",
    currency: "usd",
    totalMinor: 2400,
    amountDueMinor: 2400,
    amountRefundedMinor: 400,
    pdfUrl: null,
    issuedAt: new Date(),
  });
  return { ...customer, invoiceId };
}

describe("the payment provider's events", () => {
  test("the provider's events are listed with their status and reason, and can be filtered", async () => {
    const [failed, applied] = [await storeEvent("failed"), await storeEvent("applied")];
    const all = (await master.browser.get("/master/webhooks")).html;
    expect(all).toContain("no answer within 8 s");
    const list = async (query: string) => {
      const { data } = await master.call("GET", `/api/master/webhooks${query}`);
      return (data.webhooks as { id: string }[]).map(({ id }) => id);
    };
    expect(await list("")).toEqual(expect.arrayContaining([failed, applied]));
    expect(await list("?status=failed")).toContain(failed);
    expect(await list("?status=failed")).not.toContain(applied);
  });

  test("the page replays an event without scripts; an unknown one is an error", async () => {
    const id = await storeEvent("failed");
    expect((await master.browser.get(`/master/webhooks?event=${id}`)).html).toContain(`value="${id}"`);
    expect((await master.browser.post(`/master/webhooks?event=${id}`, { event: id })).location).toBe(
      "/master/webhooks",
    );
    expect(await stage.store.findOne(providerEventEntity, { id })).toMatchObject({
      status: "applied",
      attempts: 3,
    });
    const unknown = await master.call("POST", "/api/master/webhooks/replay", { event: "evt_unknown" });
    expect(unknown.status).toBe(404);
  });
});

describe("refunds and credits", () => {
  test("the page shows what each invoice can still pay back, and only for accounts that exist", async () => {
    const { accountId } = await makePayingCustomer();
    const { html } = await master.browser.get(`/master/accounts/billing?id=${accountId}`);
    expect(html).toContain("A-0001: 24.00 USD paid, 20.00 USD refundable");
    expect((await master.browser.get(`/master/accounts/billing?id=${uuid()}`)).status).toBe(404);
  });

  test("without a reason or the confirmation the form shows its errors", async () => {
    const { accountId, invoiceId } = await makePayingCustomer();
    const page = `/master/accounts/billing?id=${accountId}`;
    const answer = await master.browser.post(page, {
      ...{ intent: "refund", account: accountId, invoice: invoiceId, amount: "0", reason: "" },
    });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("Please enter a reason");
    expect(answer.html).toContain("Please confirm the amount");
  });

  test("each form has a request id of its own, and one that is shown again keeps it", async () => {
    const { accountId, invoiceId } = await makePayingCustomer();
    const page = `/master/accounts/billing?id=${accountId}`;
    const listRequests = (html: string) =>
      [...html.matchAll(/name="request" value="([^"]+)"/g)].map(([, request = ""]) => request);
    const [refund = "", credit = ""] = listRequests((await master.browser.get(page)).html);
    expect(refund).not.toBe(credit);
    // No provider has this customer, so whether the refund was made is not known.
    const fields = { account: accountId, invoice: invoiceId, amount: "1", reason: "late", confirm: "on" };
    const answer = await master.browser.post(page, { intent: "refund", request: refund, ...fields });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const shown = listRequests(answer.html);
    expect(shown[0]).toBe(refund);
    expect([refund, credit]).not.toContain(shown[1]);
  });

  test("a repeated credit with another reason, and an id that no header can contain, are the caller's errors", async () => {
    const customer = await stage.person("owner");
    const paid = await customer.call("PATCH", "/api/account/plan", { plan: "pro", token: "tok_visa" });
    expect(paid.status).toBe(200);
    const { accountId: account } = customer;
    const credit = (fields: object) =>
      master.call("POST", "/api/master/credit", { account, amount: 1, confirm: "on", ...fields });
    const request = uuid();
    expect((await credit({ request, reason: "late" })).status).toBe(200);
    const repeated = await credit({ request, reason: "very late" });
    expect([repeated.status, repeated.message]).toEqual([409, expect.stringContaining("already used")]);
    expect(await credit({ request: "田中", reason: "late" })).toMatchObject({
      status: 400,
      body: { inputError: "request" },
    });
  });

  test("only masters may refund, and an account without a customer answers 404", async () => {
    const { accountId, invoiceId, call } = await makePayingCustomer();
    const body = {
      account: accountId,
      invoice: invoiceId,
      amount: 1,
      reason: "late",
      confirm: "on",
      request: uuid(),
    };
    expect((await call("POST", "/api/master/refund", body)).status).toBe(403);
    expect((await call("POST", "/api/master/credit", body)).status).toBe(403);
    const { accountId: other } = await stage.person("owner");
    expect((await master.call("POST", "/api/master/refund", { ...body, account: other })).status).toBe(404);
  });
});
