/** The offer of a passkey on the dashboard: after a sign-in with the password, until it is put away or taken. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowser, PASSWORD, type Browser } from "../support/clients";
import { openCredentials, type Credentials, type SignedIn } from "../support/credentials";
import { addPasskey } from "../support/passkeys";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

const OFFER = "Sign in without typing next time";

let product: Product;
let credentials: Credentials;
beforeAll(async () => {
  product = await shareProduct();
  credentials = await openCredentials(product);
});
afterAll(() => credentials.close());

async function signIn({ email }: SignedIn, visitor = createBrowser(product)): Promise<Browser> {
  const { location } = await visitor.post("/signin", { email, password: PASSWORD });
  expect(location).toBe("/dashboard");
  return visitor;
}

const isOffered = async (visitor: Browser) => (await visitor.get("/dashboard")).html.includes(OFFER);

test("it is offered after a sign-in with the password, and not again in this browser once it was put away", async () => {
  const person = await credentials.signedIn();
  const visitor = await signIn(person);
  expect(await isOffered(visitor)).toBe(true);
  const dismissal = { passkey_offer: "closed", return_to: "/dashboard" };
  expect((await visitor.post("/preferences", dismissal)).location).toBe("/dashboard");
  expect(await isOffered(visitor)).toBe(false);
  await signIn(person, visitor);
  expect(await isOffered(visitor)).toBe(false);
  expect(await isOffered(await signIn(person))).toBe(true);
});

test("it is not offered to a user who has a passkey", async () => {
  const person = await credentials.signedIn();
  await addPasskey(product, person.script, { optionFields: { password: PASSWORD } });
  expect(await isOffered(await signIn(person))).toBe(false);
});

test("it is not offered to whoever has not signed in just now", async () => {
  const person = await credentials.signedIn();
  expect(await isOffered(person.visitor)).toBe(false);
});
