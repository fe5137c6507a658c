/** Signing up with another user's email is no way to guess their password or to change their data. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import { PASSWORD, createApiClient, createUserOnFreePlan } from "../support/clients";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

const EMAIL = "victim@example.com";
const GUESSES = 30;
/** Five sign-ups an hour are allowed, and the user's own was the first. */
const ANSWERED = 4;

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

const signUpWith = (password: string) =>
  createApiClient(product)("POST", "/api/account", {
    name: "Mallory",
    email: EMAIL,
    password,
    confirm_password: password,
  });

test("thirty sign-ups with a user's email and guessed passwords: four are answered, and none reaches or changes the user", async () => {
  const victim = await createUserOnFreePlan(product, EMAIL, "The Victim");
  const before = await store.findOne(userEntity, { emailClaim: EMAIL });
  const countMemberships = () => store.count(membershipEntity, { userId: before?.id ?? "" });
  const owned = await countMemberships();
  const answers = [];
  for (let index = 0; index < GUESSES; index += 1) answers.push(await signUpWith(`guess ${index}!`));

  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual([
    ...Array<number>(ANSWERED).fill(200),
    ...Array<number>(GUESSES - ANSWERED).fill(429),
  ]);
  for (const { data } of answers.slice(0, ANSWERED)) {
    expect(data).toMatchObject({ name: "Mallory", verified: false, duplicate_user: false });
    expect(await createApiClient(product, String(data.token))("GET", "/api/user")).toMatchObject({
      data: { name: "Mallory", verified: false },
    });
  }
  expect(await store.findOne(userEntity, { emailClaim: EMAIL })).toEqual(before);
  expect(await countMemberships()).toBe(owned);
  expect((await victim.call("GET", "/api/user")).status).toBe(200);
  const signedIn = await createApiClient(product)("POST", "/api/auth", { email: EMAIL, password: PASSWORD });
  expect(signedIn.data).toMatchObject({ name: "The Victim", verified: true });
});
