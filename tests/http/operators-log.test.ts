/** The log of the running product, as an operator reads it: who sent a request, and why a payment failed. */
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createApiClient,
  createBrowser,
  createVerifiedUser,
  PASSWORD,
  type ApiAnswer,
  type Call,
} from "../support/clients";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

const EMAIL = "logged-customer@example.com";
const WARN = 40;

let product: Product;
let call: Call;
let ids: { userId: string; accountId: string };
beforeAll(async () => {
  product = await startProduct();
  ({ call } = await createVerifiedUser(product, EMAIL));
  const store = await openProductStore(product);
  const user = await store.findOne(userEntity, { email: EMAIL });
  const membership = await store.findOne(membershipEntity, { userId: user?.id ?? "" });
  await store.close();
  ids = { userId: user?.id ?? "", accountId: membership?.accountId ?? "" };
});
afterAll(() => product.stop());

type Line = Record<string, unknown>;

/** As `grep` finds them: the lines with this text. */
function grep(output: string, text: string): Line[] {
  const found = output.split("\n").filter((line) => line.startsWith("{") && line.includes(text));
  return found.map((line) => JSON.parse(line) as Line);
}

const getRequestId = ({ headers }: Pick<ApiAnswer, "headers">) => headers.get("X-Request-Id") ?? "no id";

test("a declined card is one line at level 40 with the provider's code, the request and the ids, found by the user's id", async () => {
  const order = { plan: "pro", token: "tok_chargeDeclinedInsufficientFunds" };
  const declined = await call("POST", "/api/account/plan", order);
  expect(declined.status).toBe(400);
  await call("POST", "/api/account/plan", { ...order, token: "tok_visa" });
  const onCard = await call("PATCH", "/api/account/card", { token: "tok_chargeDeclined" });
  expect(onCard.status).toBe(400);
  const found = grep(await product.wholeOutput(), ids.userId).filter(({ level }) => level === WARN);
  expect(found).toMatchObject([
    { event: "payment_failed", declineCode: "insufficient_funds", requestId: getRequestId(declined), ...ids },
    { event: "payment_failed", declineCode: "generic_decline", requestId: getRequestId(onCard), ...ids },
  ]);
});

test("the line of a request has the ids of the user and the account, by session, token and API key, and a visitor's has none", async () => {
  const visitor = createBrowser(product);
  const asVisitor = await visitor.get("/signin");
  await visitor.post("/signin", { email: EMAIL, password: PASSWORD });
  const key = await call("POST", "/api/key", { name: "Reader", scope: ["users:read"], password: PASSWORD });
  const byKey = createApiClient(product, String(key.data.full_key));
  const answers = [
    await visitor.get("/account/profile"),
    await call("GET", "/api/auth"),
    await byKey("GET", "/api/account/users"),
  ];
  const output = await product.wholeOutput();
  const findLine = (answer: Pick<ApiAnswer, "headers">) =>
    grep(output, getRequestId(answer)).find(({ msg }) => msg === "request");
  for (const answer of answers) expect(findLine(answer)).toMatchObject(ids);
  expect(findLine(asVisitor)).not.toHaveProperty("userId");
  expect(output).not.toContain(EMAIL);
});
