/**
 * Every operation that may only be tried so often refuses the try after that. The numbers stand here once more, as the
 * product's own are what is tested. Security A3, B7, B11.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "~/domain/limits";
import type { Permission } from "~/domain/roles";
import type { Store } from "~/models/store/store";
import { OPERATIONS } from "~/services/operations.server";
import { program } from "../support/caller";
import { elsewhere } from "../support/links";
import { makePerson, type Person } from "../support/people";
import { startProduct, type Product } from "../support/product";
import { openStoreOf } from "../support/product-store";

const TOO_MANY = 429;
const ABSENT_ID = "00000000-0000-7000-8000-000000000000";
const PASSWORD = "never right!";

interface Limited {
  tries: number;
  /** What is sent; for a limit by mail address the same one each time. */
  body?: (index: number) => unknown;
  /** Somebody signed in, whose role this is; nobody, when left out. */
  as?: Permission;
  isUnverified?: boolean;
  /** The last proof is too long ago: without a password each try fails. */
  isAged?: boolean;
  /** The tries of one network are counted, and not those of a person or a mail address. */
  isByNetwork?: boolean;
}

/** A token that is none: each fails, and sixty an hour are let fail. */
const guessed = (more: Partial<Limited> = {}): Limited => ({
  tries: 60,
  isByNetwork: true,
  body: () => ({ token: "xyz_nothing" }),
  ...more,
});
/** Something that asks for the password once more. */
const proved = (body: unknown = {}, as: Permission = "owner"): Limited => ({
  tries: 10,
  as,
  isAged: true,
  body: () => body,
});

const signingUp = (email: string) => ({
  name: "Grace",
  email,
  password: PASSWORD,
  confirm_password: PASSWORD,
});

/** By the operation's name; an operation may have several. */
const LIMITED: Record<string, Limited[]> = {
  acceptInvitation: [guessed({ as: "user", body: () => ({ invite_id: "inv_nothing" }) })],
  changePassword: [proved({ newpassword: "another horse!" })],
  closeAccount: [proved()],
  closeUser: [proved()],
  createAccount: [
    { tries: 5, body: () => signingUp("same@example.com") },
    { tries: 60, isByNetwork: true, body: (index) => signingUp(`person${index}@example.com`) },
  ],
  createEvent: [{ tries: 60, as: "user", body: () => ({ name: "clicked" }) }],
  createImpersonation: [
    proved({ user: ABSENT_ID, account: ABSENT_ID, reason: "asked" }, "master"),
    {
      tries: 60,
      as: "master",
      body: () => ({ user: customer.userId, account: customer.accountId, reason: "asked" }),
    },
  ],
  createInvites: [{ tries: 3, as: "admin", body: () => ({ email: "flooded@example.com" }) }],
  createSubscription: [{ tries: 30, as: "owner", body: () => ({ plan: "nothing" }) }],
  createUser: [
    guessed({ body: (index) => ({ ...signingUp(`joins${index}@example.com`), invite_id: "inv_nothing" }) }),
    { tries: 20, body: () => ({ ...signingUp("joins@example.com"), invite_id: "inv_nothing" }) },
  ],
  exportUser: [{ tries: 10, as: "user" }],
  impersonate: [guessed({ as: "master" })],
  linkNetwork: [proved({ token: "soc_nothing" })],
  offerOwnership: [{ tries: 5, as: "owner", body: () => ({ user: ABSENT_ID }) }],
  renewBackupCodes: [proved()],
  requestMagicLink: [
    { tries: 3, body: () => ({ email: "magic@example.com" }) },
    { tries: 20, isByNetwork: true, body: (index) => ({ email: `magic${index}@example.com` }) },
  ],
  requestPasswordReset: [
    { tries: 3, body: () => ({ email: "reset@example.com" }) },
    { tries: 20, isByNetwork: true, body: (index) => ({ email: `reset${index}@example.com` }) },
  ],
  requestVerification: [{ tries: 3, as: "owner", isUnverified: true }],
  resetPassword: [
    guessed({ body: () => ({ jwt: "rst_nothing", email: "x@example.com", password: PASSWORD }) }),
  ],
  signIn: [
    guessed(),
    { tries: 20, body: () => ({ email: "guessed@example.com", password: PASSWORD }) },
    {
      tries: 100,
      isByNetwork: true,
      body: (index) => ({ email: `guessed${index}@example.com`, password: PASSWORD }),
    },
  ],
  signInByMagicLink: [guessed()],
  signInWithCode: [guessed({ body: () => ({ jwt: "otp_nothing", code: "123456" }) })],
  switchTwoFactor: [proved({ "2fa_enabled": true })],
  unlinkNetwork: [proved({ provider: "facebook" })],
  updateUser: [
    proved({ email: "another@example.com" }),
    { tries: 5, as: "user", body: (index) => ({ email: `another${index}@example.com` }) },
  ],
  verifyAddress: [guessed({ as: "owner", isUnverified: true })],
  verifyTwoFactor: [proved({ code: "123456" })],
  writeToSupport: [{ tries: 5, as: "user", body: () => ({ message: "Hello" }) }],
};

/** They take some limit themselves: for some of what can be sent, or for each of a list. The picture's is in avatar.test. */
const TAKEN_INSIDE = ["createInvites", "signIn", "updateUser"];

let product: Product;
let store: Store;
/** Lets support in. */
let customer: Person;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  store = await openStoreOf(product);
  customer = await makeCaller({ tries: 0, as: "owner" });
  const supportUntil = new Date(Date.now() + minutes(60));
  await store.update("users", { id: customer.userId }, { supportUntil });
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

test("every operation that states a limit is here, with those that take one inside", () => {
  const stating = OPERATIONS.filter(({ limits }) => limits && limits.length > 0).map(({ name }) => name);
  expect(Object.keys(LIMITED).sort()).toEqual([...stating, ...TAKEN_INSIDE].sort());
});

async function makeCaller({ as = "user", isUnverified = false, isAged = false }: Limited): Promise<Person> {
  const person = await makePerson(store, {
    permission: as,
    isVerified: !isUnverified,
    subscription: isUnverified ? null : "active",
  });
  const aged = { authenticatedAt: new Date(Date.now() - minutes(11)) };
  if (isAged) await store.update("sessions", { userId: person.userId }, aged);
  return person;
}

const CASES = Object.entries(LIMITED).flatMap(([name, all]) =>
  all.map((limited) => ({ name, by: limited.isByNetwork ? "network" : "person", ...limited })),
);

test.each(CASES)("$name is tried $tries times by one $by, and then refused", async (limited) => {
  const { name, tries, body, as, isByNetwork } = limited;
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`no operation is called ${name}`);
  const person = await makeCaller(limited);
  const call = program(product, as && person.token);
  const here = elsewhere();
  const statuses: number[] = [];
  for (let index = 0; index <= tries; index += 1) {
    const sent = operation.method === "GET" ? undefined : body?.(index);
    const { status } = await call(operation.method, operation.path, sent, isByNetwork ? here : elsewhere());
    statuses.push(status);
  }
  expect(statuses.slice(0, tries)).not.toContain(TOO_MANY);
  expect(statuses[tries]).toBe(TOO_MANY);
});
