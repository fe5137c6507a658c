// The API itself: authentication, rejected requests, lookup keys, cards of a customer.
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../tests/support/stripe-sandbox";
import { startSandbox } from "./server";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
  await sandbox.stripe.customers.create({ email: "first@example.com" });
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

describe("the sandbox starts", () => {
  test.each([
    ["sk_live_x", "pk_test_x"],
    ["rk_live_x", "pk_test_x"],
    ["sk_test_x", "pk_live_x"],
    ["", ""],
  ])("the sandbox starts only with test keys: %s and %s are rejected", async (secretKey, publishableKey) => {
    await expect(startSandbox({ file: sandbox.file, secretKey, publishableKey })).rejects.toThrow(
      /test keys only/,
    );
  });

  test("the sandbox can be reached only from this machine", async () => {
    const { networkInterfaces } = await import("node:os");
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4");
    if (!outside) return;
    await expect(fetch(`http://${outside.address}:${sandbox.port}/v1/customers`)).rejects.toThrow();
  });
});

describe("authentication", () => {
  test.each([
    ["no key", {}],
    ["a wrong key", { authorization: "Bearer sk_test_other" }],
    ["a key in another scheme", { authorization: "Basic c2tfdGVzdA==" }],
  ])("%s answers 401", async (_, headers) => {
    const answer = await fetch(`http://127.0.0.1:${sandbox.port}/v1/customers`, { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  test("a wrong key is masked in the error", async () => {
    const headers = { authorization: "Bearer sk_test_a_wrong_key_of_somebody" };
    const { body } = await sandbox.raw("/v1/customers", { headers });
    expect(JSON.stringify(body)).not.toContain("wrong_key_of");
  });

  test("another version of the API is rejected", async () => {
    const { status } = await sandbox.raw("/v1/customers", { headers: { "stripe-version": "2020-08-27" } });
    expect(status).toBe(400);
  });

  test("every response has a request id", async () => {
    const { headers } = await sandbox.raw("/v1/customers");
    expect(headers.get("request-id")).toMatch(/^req_\w{24}$/);
  });
});

describe("rejected requests", () => {
  const post = (path: string, body: string) =>
    sandbox.raw(path, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });

  test.each([
    ["/v1/customers", "colour=blue", "colour"],
    ["/v1/customers", "invoice_settings[colour]=blue", "invoice_settings[colour]"],
    ["/v1/subscriptions", "customer=cus_1&items[0][price]=price_1&items[0][colour]=blue", "items[0][colour]"],
    ["/v1/customers", "__proto__[admin]=true", "__proto__"],
    [
      "/v1/prices",
      "currency=usd&unit_amount=1&product=prod_1&recurring[interval]=eon",
      "recurring[interval]",
    ],
  ])("%s with %s: the error names the unknown parameter", async (path, body, param) => {
    const { status, body: answer } = await post(path, body);
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ type: "invalid_request_error", code: "parameter_unknown", param });
  });

  test("without the contract, the sandbox's own schemas reject the same parameters", async () => {
    const plain = await runSandbox({ contract: undefined });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const call = (path: string, body: string) => plain.raw(path, { method: "POST", body, headers });
    expect((await call("/v1/customers", "colour=blue")).body.error).toMatchObject({
      code: "parameter_unknown",
      param: "colour",
    });
    expect(
      (await call("/v1/subscriptions", "customer=cus_1&items[0][price]=p&items[0][colour]=blue")).body.error,
    ).toMatchObject({
      code: "parameter_unknown",
      param: "items[0][colour]",
    });
    expect((await call("/v1/payment_methods/pm_1/attach", "")).body.error).toMatchObject({
      code: "parameter_missing",
      param: "customer",
    });
    expect((await call("/v1/customers", "email=")).status).toBe(200);
    expect((await call("/v1/products", "name=")).body.error).toMatchObject({
      code: "parameter_invalid_empty",
      param: "name",
    });
    expect(
      (await call("/v1/prices", "currency=usd&unit_amount=1.5&product_data[name]=x")).body.error,
    ).toMatchObject({
      code: "parameter_invalid_integer",
      param: "unit_amount",
    });
    await plain.close();
  });

  test.each([
    ["an unknown path", "GET /v1/nothing", 404],
    ["a wrong method", "DELETE /v1/prices/price_1", 404],
    ["an id that cannot be decoded", "GET /v1/customers/%E0%A4%A", 404],
    ["an unknown customer", "GET /v1/customers/cus_nobody", 404],
    ["the prototype as an id", "GET /v1/customers/__proto__", 404],
    ["a limit of zero", "GET /v1/customers?limit=0", 400],
    ["a cursor that is in no list", "GET /v1/customers?starting_after=cus_nobody", 400],
    ["a property that cannot be expanded", "GET /v1/customers?expand[]=data.email", 400],
    ["a name with open brackets", "GET /v1/customers?a[b=1", 400],
  ])("%s answers 4xx with a message", async (_, call, status) => {
    const [method, path = ""] = call.split(" ");
    const answer = await sandbox.raw(path, { ...(method && { method }) });
    expect(answer.status).toBe(status);
    expect(answer.body.error).toHaveProperty("message");
  });

  test("a caller that disconnects during a request causes no error", async () => {
    const headers = { authorization: "Bearer sk_test_sandbox_tests", "content-length": 100 };
    const call = request({
      host: "127.0.0.1",
      port: sandbox.port,
      path: "/v1/customers",
      method: "POST",
      headers,
    });
    call.on("error", () => undefined);
    call.write("name=");
    await setTimeout(50);
    call.destroy();
    await setTimeout(50);
    await sandbox.stripe.customers.create();
    expect(sandbox.faults).toEqual([]);
  });

  test("a body larger than any request needs answers 413", async () => {
    expect((await post("/v1/customers", `description=${"x".repeat(300_000)}`)).status).toBe(413);
  });
});

describe("prices", () => {
  const createPrice = (lookup: string, transfer?: boolean) =>
    sandbox.stripe.prices.create({
      currency: "usd",
      unit_amount: 100,
      recurring: { interval: "month" },
      lookup_key: lookup,
      product_data: { name: "Pro" },
      ...(transfer && { transfer_lookup_key: true }),
    });

  test("prices can be found by lookup key, which only one price has at a time", async () => {
    const first = await createPrice("pro");
    expect(await getStripeError(createPrice("pro"))).toMatchObject({ statusCode: 400, param: "lookup_key" });
    const second = await createPrice("pro", true);
    const { data } = await sandbox.stripe.prices.list({ lookup_keys: ["pro"] });
    expect(data.map(({ id }) => id)).toEqual([second.id]);
    expect((await sandbox.stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
  });

  test("prices hold cents as an integer, and fractions of cents as text", async () => {
    const made = await createPrice("cents");
    expect(made.unit_amount_decimal?.toString()).toBe("100");
    const raw = await sandbox.raw(`/v1/prices/${made.id}`);
    expect(raw.body.unit_amount_decimal).toBe("100");
  });

  test("a changed price is shown changed in the subscriptions that use it", async () => {
    const { customer, card, price: id } = await makeBuyer(sandbox.stripe);
    const made = await sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price: id }],
      default_payment_method: card,
    });
    await sandbox.stripe.prices.update(id, { nickname: "old", active: false });
    const after = await sandbox.stripe.subscriptions.retrieve(made.id);
    expect(after.items.data[0]?.price).toMatchObject({ nickname: "old", active: false });
    const next = sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price: id }],
      default_payment_method: card,
    });
    expect((await getStripeError(next)).statusCode).toBe(400);
  });
});

describe("cards of a customer", () => {
  test("a customer's cards are listed, can become the default, and are removed when detached", async () => {
    const { customer, card } = await makeBuyer(sandbox.stripe);
    await sandbox.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
    expect((await sandbox.stripe.paymentMethods.list({ customer, type: "card" })).data).toHaveLength(1);
    await sandbox.stripe.paymentMethods.detach(card);
    expect((await sandbox.stripe.paymentMethods.list({ customer })).data).toEqual([]);
    const after = await sandbox.stripe.customers.retrieve(customer);
    expect(after).toMatchObject({ invoice_settings: { default_payment_method: null } });
    expect((await getStripeError(sandbox.stripe.paymentMethods.attach(card, { customer }))).statusCode).toBe(
      400,
    );
  });

  test("a card cannot be the default of another customer", async () => {
    const [mine, other] = [await makeBuyer(sandbox.stripe), await makeBuyer(sandbox.stripe)];
    const update = { invoice_settings: { default_payment_method: other.card } };
    const error = await getStripeError(sandbox.stripe.customers.update(mine.customer, update));
    expect(error).toMatchObject({
      code: "resource_missing",
      param: "invoice_settings[default_payment_method]",
    });
  });
});

test("metadata is merged, and an empty value removes its key", async () => {
  const { id } = await sandbox.stripe.customers.create({ metadata: { a: "1", b: "2" } });
  const merged = await sandbox.stripe.customers.update(id, { metadata: { b: "", c: 3 } });
  expect(merged.metadata).toEqual({ a: "1", c: "3" });
  expect((await sandbox.stripe.customers.update(id, { metadata: "" })).metadata).toEqual({});
});
