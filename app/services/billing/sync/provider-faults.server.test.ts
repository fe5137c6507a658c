import { subscriptionEntity } from "~/models/subscription.server";
// A provider that fails: a clear error, nothing half done, and the next request works.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOwner, prepareBilling } from "../../../../tests/support/billing";

const { billing, findRow, listIntents } = prepareBilling();
let answer: (response: ServerResponse) => void = () => undefined;
let server: Server;
let apiBase = "";
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on("end", () => {
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

const send = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
};

test("a provider that does not accept the call: a plan change answers 409 with what to do, changes nothing, and the next one works", async () => {
  const owner = await makeOwner(billing);
  await owner.choose({ plan: "pro", token: "tok_visa" });
  const before = await findRow(owner);
  const faulty = billing.withPayments({ apiBase });
  answer = send(400, '{"error":{"type":"invalid_request_error","message":"No such rule.","param":"items"}}');
  for (const plan of ["scale", "free"])
    await expect(owner.change({ plan }, faulty)).rejects.toMatchObject({
      status: 409,
      messageKey: "billing:errors.provider_refused",
    });
  expect(await findRow(owner)).toEqual(before);
  expect((await listIntents(owner)).map(({ status }) => status).sort()).toEqual(["done", "failed", "failed"]);
  await owner.upgrade({ plan: "scale" });
  expect(await findRow(owner)).toMatchObject({ planId: "scale" });
});

describe("a provider that answers", () => {
  test.each([
    ["500", send(500, '{"error":{"type":"api_error","message":"no"}}')],
    ["429", send(429, '{"error":{"type":"invalid_request_error","message":"slow down"}}')],
    ["what is not JSON", send(200, "<html>")],
    ["nothing, and closes the connection", (response: ServerResponse) => response.destroy()],
  ])("%s: a plan change answers 503 and changes nothing", async (_name, fault) => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    const { store } = billing.app;
    const before = await store.findOne(subscriptionEntity, { id: owner.accountId });
    const faulty = billing.withPayments({ apiBase });
    answer = fault;
    for (const plan of ["scale", "free"])
      await expect(owner.change({ plan }, faulty)).rejects.toMatchObject({ status: 503 });
    expect(await store.findOne(subscriptionEntity, { id: owner.accountId })).toEqual(before);
    await owner.upgrade({ plan: "scale" });
    expect(await store.findOne(subscriptionEntity, { id: owner.accountId })).toMatchObject({
      planId: "scale",
    });
  });
});
