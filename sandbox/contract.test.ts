// Proves that the contract check can fail: it catches each kind of mistake that the sandbox could make.
import { beforeAll, describe, expect, test, vi } from "vitest";
import { getStripeError, makeBuyer, runSandbox } from "../tests/support/stripe-sandbox";
import { loadContract } from "../tests/support/stripe-schemas";
import { OPERATIONS } from "../tests/support/stripe-schemas-operations";
import type { Contract } from "./contract";
import { ENDPOINTS } from "./resources/all";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract();
});

test("the contract covers every endpoint of the sandbox, and no other", () => {
  const routes = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(routes.sort()).toEqual(Object.keys(OPERATIONS).sort());
});

const PRODUCT = {
  id: "prod_1",
  object: "product",
  active: true,
  created: 1,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: "Pro",
  package_dimensions: null,
  shippable: null,
  tax_details: null,
  type: "service",
  updated: 1,
  url: null,
};

describe("a response", () => {
  const check = (product: object) => contract.checkAnswer("GET /v1/products/:id", product);

  test("a response that fits has no fault", () => {
    expect(check(PRODUCT)).toBeNull();
  });

  test.each([
    ["an unknown property", { ...PRODUCT, colour: "blue" }, "colour"],
    ["a missing property", { ...PRODUCT, updated: undefined }, "updated"],
    ["a wrong type", { ...PRODUCT, created: "1" }, "created"],
    ["a value outside the enumeration", { ...PRODUCT, type: "idea" }, "type"],
    ["null in a property that is never null", { ...PRODUCT, name: null }, "name"],
    ["a metadata value that is not text", { ...PRODUCT, metadata: { a: 1 } }, "metadata[a]"],
    [
      "an object that the sandbox does not have",
      { ...PRODUCT, tax_code: { id: "txcd_1", object: "tax_code" } },
      "tax_code",
    ],
    ["a property that only deleted objects have", { ...PRODUCT, deleted: true }, "deleted"],
  ])("a response with %s fails, and the fault names it", (_, product, param) => {
    // As it is serialized: undefined properties are absent.
    expect(check(JSON.parse(JSON.stringify(product)) as object)?.param).toBe(param);
  });

  test("a response may have a reference as an id or an object, and decimals only as text", () => {
    const price = {
      id: "price_1",
      object: "price",
      active: true,
      billing_scheme: "per_unit",
      created: 1,
      currency: "usd",
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: "prod_1",
      recurring: null,
      tax_behavior: null,
      tiers_mode: null,
      transform_quantity: null,
      type: "one_time",
      unit_amount: 100,
      unit_amount_decimal: "100",
    };
    const route = "GET /v1/prices/:id";
    expect(contract.checkAnswer(route, price)).toBeNull();
    expect(contract.checkAnswer(route, { ...price, product: PRODUCT })).toBeNull();
    expect(contract.checkAnswer(route, { ...price, product: { ...PRODUCT, name: 1 } })?.param).toMatch(
      /^product/,
    );
    expect(contract.checkAnswer(route, { ...price, unit_amount_decimal: 100 })?.param).toBe(
      "unit_amount_decimal",
    );
  });

  test("a response with a list is checked row by row", () => {
    const page = {
      object: "list",
      data: [PRODUCT, { ...PRODUCT, name: 7 }],
      has_more: false,
      url: "/v1/products",
    };
    expect(contract.checkAnswer("GET /v1/products", page)?.param).toBe("data[1][name]");
  });
});

describe("a request", () => {
  test.each([
    ["POST /v1/customers", { colour: "blue" }, "colour"],
    ["POST /v1/customers", { invoice_settings: { colour: "blue" } }, "invoice_settings[colour]"],
    ["POST /v1/prices", { currency: "usd", unit_amount: "much" }, "unit_amount"],
    ["POST /v1/prices", { unit_amount: "100" }, "currency"],
    ["POST /v1/subscriptions", { payment_behavior: "hope" }, "payment_behavior"],
    ["GET /v1/subscriptions", { limit: "many" }, "limit"],
  ])("%s with %j fails, and the fault names the parameter", (route, sent, param) => {
    expect(contract.checkRequest(route, sent)?.param).toBe(param);
  });

  test("a request with form-encoded values has no fault", () => {
    const sent = {
      customer: "cus_1",
      cancel_at_period_end: "true",
      items: [{ price: "price_1", quantity: "2" }],
      metadata: { any: "label" },
      expand: ["latest_invoice"],
    };
    expect(contract.checkRequest("POST /v1/subscriptions", sent)).toBeNull();
  });
});

test("a response that violates the contract answers 500 and reports a fault", async () => {
  const broken: Contract = { ...contract, checkAnswer: () => ({ param: "name", message: "is wrong" }) };
  const sandbox = await runSandbox({ contract: broken });
  const error = await getStripeError(sandbox.stripe.customers.create());
  expect(error).toMatchObject({ statusCode: 500, rawType: "api_error" });
  expect(sandbox.faults).toHaveLength(1);
  await sandbox.close();
});

test("a request that the contract rejects never reaches the rules", async () => {
  const picky: Contract = { ...contract, checkRequest: () => ({ param: "items[0]", message: "is wrong" }) };
  const refusing = await runSandbox({ contract: picky });
  expect(await getStripeError(makeBuyer(refusing.stripe))).toMatchObject({
    code: "parameter_unknown",
    param: "items[0]",
  });
  await refusing.close();
});
