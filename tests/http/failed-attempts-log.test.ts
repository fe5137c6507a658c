/** The log of failed attempts: it makes an attack visible, and contains nothing that helps an attacker. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { userEntity } from "~/models/user.server";
import { minutes } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { PASSWORD, createApiClient } from "../support/clients";
import { startProduct, waitFor, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { withTwoFactor, type WithTwoFactor } from "../support/two-factor";

const EMAIL = "logged@example.com";
const GUESS = "a guess nobody else makes!";
const WRONG_CODE = "000000";

let product: Product;
let store: OpenStore;
let person: WithTwoFactor;
let userId: string;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
  person = await withTwoFactor(product, EMAIL);
  userId = (await store.findOne(userEntity, { email: EMAIL }))?.id ?? "";
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

type Line = Record<string, unknown>;

/** The lines logged so far for this event. */
const listLogLines = (event: string): Line[] =>
  product
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.event === event);

const waitForLogLine = (event: string): Promise<Line> =>
  waitFor(() => listLogLines(event).at(-1), `${event} in the log`);
const signIn = (email: string, password: string) =>
  createApiClient(product)("POST", "/api/auth", { email, password });

test("a wrong password is logged with the hash of the email and the IP", async () => {
  await signIn(EMAIL, GUESS);
  const first = await waitForLogLine("wrong_password");
  expect(first).toMatchObject({ operation: "signIn", network: "127.0.0.0/24" });
  expect(first.emailHash).toMatch(/^[\w-]{22}$/);
  await signIn(EMAIL, GUESS);
  await signIn("another@example.com", GUESS);
  const hashes = await waitFor(
    () => (listLogLines("wrong_password").length === 3 ? listLogLines("wrong_password") : null),
    "all",
  );
  const [one, again, other] = hashes.map(({ emailHash }) => emailHash);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

test("a wrong code is logged with the user's id and the IP", async () => {
  const { data } = await signIn(EMAIL, PASSWORD);
  await createApiClient(product)("POST", "/api/auth/otp", { jwt: data.token, code: WRONG_CODE });
  expect(await waitForLogLine("wrong_code")).toMatchObject({
    operation: "signInWithCode",
    userId,
    network: "127.0.0.0/24",
  });
});

test("a failed reauthentication is logged with the user's id", async () => {
  await store.update(sessionEntity, { userId }, { reauthenticatedAt: new Date(Date.now() - minutes(11)) });
  await person.call("POST", "/api/user/2fa/codes", { password: GUESS });
  expect(await waitForLogLine("wrong_reauthentication")).toMatchObject({
    operation: "renewBackupCodes",
    userId,
  });
});

test("an exceeded limit is logged with the limit's name and the hash of the email", async () => {
  for (let times = 0; times < 11; times += 1) await signIn("flooded@example.com", GUESS);
  const line = await waitForLogLine("too_many_tries");
  expect(line).toMatchObject({ operation: "signIn", limit: "password-here", network: "127.0.0.0/24" });
  expect(line.emailHash).toMatch(/^[\w-]{22}$/);
});

test("the log contains no email, no password and no token", async () => {
  const output = await product.wholeOutput();
  for (const secret of [EMAIL, "flooded@example.com", GUESS, PASSWORD, person.token]) {
    expect(output).not.toContain(secret);
  }
});

test("every message in the log is an English sentence, not a translation key", async () => {
  await createApiClient(product)("GET", "/api/user");
  await person.call("GET", "/api/master/users");
  await waitFor(() => listLogLines("forbidden").at(-1), "the refusal in the log");
  const messages = product
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { msg: string; event?: string; err?: { message: string } })
    .flatMap(({ msg, event, err }) => [...(event ? [msg] : []), ...(err ? [err.message] : [])]);
  expect(messages.length).toBeGreaterThan(5);
  for (const message of messages) {
    expect(message).not.toMatch(/\b[a-z]+:[a-z_.]+/);
    expect(message).toMatch(/^[A-Z].* .*\.$/);
  }
});
