/**
 * Every operation with a rate limit answers 429 to the attempt after the last allowed one. The numbers are repeated
 * here on purpose: the product's own constants are under test. The operations are run without a server, because these are
 * thousands of attempts; rate-limits.test.ts has the answers of a server.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { AppError } from "~/domain/errors";
import { minutes } from "~/domain/limits";
import type { Permission } from "~/domain/roles";
import type { OpenStore } from "~/models/store/database";
import { OPERATIONS } from "~/services/operations.server";
import {
  runOperation,
  toStoreFailure,
  type Context,
  type Operation,
} from "~/services/platform/operation.server";
import { startBilling, type Billing } from "../support/billing";
import { createApiClient } from "../support/clients";
import { createOtherNetworkHeaders } from "../support/links";
import { UNASKED } from "../support/passkeys";
import { makeTestUser, type TestUser } from "../support/users";
import { type Product, startProduct } from "../support/product";
import { openProductStore } from "../support/product-store";
import { hashQuickly } from "../support/quick-passwords";
import { createAnonymousContext, createContext } from "../support/services";

const TOO_MANY = 429;
const ABSENT_ID = "00000000-0000-7000-8000-000000000000";
const PASSWORD = "never right!";

interface Limited {
  tries: number;
  /** The body of each attempt; for a limit by email, the email stays the same. */
  body?: (index: number) => unknown;
  /** The caller's role; unauthenticated, when left out. */
  as?: Permission;
  isUnverified?: boolean;
  /** The limit counts attempts from one IP, not those of a user or for an email. */
  isByNetwork?: boolean;
}

/** An invalid token: each attempt fails, and sixty failures an hour are allowed. */
const createGuess = (more: Partial<Limited> = {}): Limited => ({
  tries: 60,
  isByNetwork: true,
  body: () => ({ token: "xyz_nothing" }),
  ...more,
});
/** A change of a credential, with a wrong password. */
const createConfirmedAct = (body: object = {}, as: Permission = "owner"): Limited => ({
  tries: 10,
  as,
  body: () => ({ password: PASSWORD, ...body }),
});
/** The limits for one email: from one IP, and from all IPs together. */
const createEmailLimits = (here: number, everywhere: number, body: (email: string) => unknown): Limited[] => [
  { tries: here, isByNetwork: true, body: () => body("here@example.com") },
  { tries: everywhere, body: () => body("everywhere@example.com") },
];

/** A refund or a credit, to an account that does not exist. */
const MONEY_BACK = { account: ABSENT_ID, amount: "1", reason: "asked", confirm: "on" };

/** The input of a master's act on a person or an account that does not exist. */
const MASTER_ACT = { reason: "asked", confirm: "on" };
const createMasterAct = (body: object = {}): Limited[] => [
  createConfirmedAct({ ...MASTER_ACT, ...body }, "master"),
  { tries: 60, as: "master", body: () => ({ ...MASTER_ACT, ...body }) },
];

const createSignUpInput = (email: string) => ({
  name: "Grace",
  email,
  password: PASSWORD,
  confirm_password: PASSWORD,
});

/** By the operation's name; an operation may have several limits. */
const LIMITED: Record<string, Limited[]> = {
  acceptInvitation: [createGuess({ as: "user", body: () => ({ invite_id: "inv_nothing" }) })],
  changePassword: [createConfirmedAct({ oldpassword: PASSWORD, newpassword: "another horse!" })],
  changePlan: [{ tries: 30, as: "owner", body: () => ({ plan: "nothing" }) }],
  closeAccount: [createConfirmedAct()],
  closeCustomer: createMasterAct({ confirmation: "Acme" }),
  closeUser: [createConfirmedAct()],
  compPlan: createMasterAct({ plan: "pro", days: 30 }),
  endPersonSessions: createMasterAct(),
  extendTrial: createMasterAct({ until: "2099-01-01" }),
  sendPersonVerification: [{ tries: 60, as: "master", body: () => ({ reason: "asked" }) }],
  createAccount: [
    ...createEmailLimits(5, 20, createSignUpInput),
    { tries: 60, isByNetwork: true, body: (index) => createSignUpInput(`person${index}@example.com`) },
  ],
  createEvent: [{ tries: 60, as: "user", body: () => ({ name: "clicked" }) }],
  createImpersonation: [
    createConfirmedAct({ user: ABSENT_ID, account: ABSENT_ID, reason: "asked" }, "master"),
    {
      tries: 60,
      as: "master",
      body: () => ({ user: customer.userId, account: customer.accountId, reason: "asked" }),
    },
  ],
  createInvites: [{ tries: 3, as: "admin", body: () => ({ email: "flooded@example.com" }) }],
  createSubscription: [{ tries: 30, as: "owner", body: () => ({ plan: "nothing" }) }],
  creditAccount: [
    createConfirmedAct({ ...MONEY_BACK, request: "a" }, "master"),
    { tries: 60, as: "master", body: () => ({ ...MONEY_BACK, request: "a" }) },
  ],
  createUser: [
    createGuess({
      body: (index) => ({ ...createSignUpInput(`joins${index}@example.com`), invite_id: "inv_nothing" }),
    }),
    { tries: 20, body: () => ({ ...createSignUpInput("joins@example.com"), invite_id: "inv_nothing" }) },
  ],
  exportMembers: [{ tries: 20, as: "admin" }],
  exportUser: [{ tries: 10, as: "user" }],
  impersonate: [createGuess({ as: "master" })],
  getPasskeyOptions: [createConfirmedAct()],
  getPasskeySignInOptions: [{ tries: 600, isByNetwork: true, body: () => ({}) }],
  getSecondFactorOptions: [{ tries: 600, isByNetwork: true, body: () => ({ jwt: "otp_nothing" }) }],
  addPasskey: [createConfirmedAct({ response: UNASKED.registration })],
  removePasskey: [createConfirmedAct({ id: ABSENT_ID })],
  linkNetwork: [createConfirmedAct({ token: "soc_nothing" })],
  offerOwnership: [{ tries: 5, as: "owner", body: () => ({ user: ABSENT_ID }) }],
  payInvoices: [{ tries: 30, as: "owner", body: () => ({}) }],
  previewInvoice: [{ tries: 120, as: "owner" }],
  refundPayment: [
    createConfirmedAct({ ...MONEY_BACK, request: "a", invoice: "in_nothing" }, "master"),
    { tries: 60, as: "master", body: () => ({ ...MONEY_BACK, request: "a", invoice: "in_nothing" }) },
  ],
  renewBackupCodes: [createConfirmedAct()],
  replayWebhook: [{ tries: 300, as: "master", body: () => ({ event: "evt_nothing" }) }],
  retryJob: [{ tries: 60, as: "master", body: () => ({ job: "nothing" }) }],
  retryMails: [{ tries: 60, as: "master", body: () => ({ ids: [ABSENT_ID] }) }],
  answerFeedback: [{ tries: 60, as: "master", body: () => ({ id: ABSENT_ID, answer: "Thank you." }) }],
  requestInvite: [createGuess({ body: () => ({ email: "late@example.com", invite_id: "inv_nothing" }) })],
  requestMagicLink: [
    ...createEmailLimits(3, 20, (email) => ({ email })),
    { tries: 20, isByNetwork: true, body: (index) => ({ email: `magic${index}@example.com` }) },
  ],
  requestPasswordReset: [
    ...createEmailLimits(3, 20, (email) => ({ email })),
    { tries: 20, isByNetwork: true, body: (index) => ({ email: `reset${index}@example.com` }) },
  ],
  requestVerification: [{ tries: 3, as: "owner", isUnverified: true }],
  resetPassword: [
    createGuess({ body: () => ({ jwt: "rst_nothing", email: "x@example.com", password: PASSWORD }) }),
  ],
  signIn: [
    createGuess(),
    { tries: 20, body: () => ({ email: "guessed@example.com", password: PASSWORD }) },
    {
      tries: 100,
      isByNetwork: true,
      body: (index) => ({ email: `guessed${index}@example.com`, password: PASSWORD }),
    },
  ],
  signInByMagicLink: [createGuess()],
  signInByPasskey: [createGuess({ body: () => ({ response: UNASKED.assertion }) })],
  signInWithCode: [createGuess({ body: () => ({ jwt: "otp_nothing", code: "123456" }) })],
  switchTwoFactor: [createConfirmedAct({ "2fa_enabled": true })],
  unlinkNetwork: [createConfirmedAct({ provider: "facebook" })],
  updateBillingDetails: [{ tries: 30, as: "owner", body: () => ({}) }],
  updateCard: [{ tries: 30, as: "owner", body: () => ({ token: "tok_nothing" }) }],
  upgradePlan: [{ tries: 30, as: "owner", body: () => ({ plan: "nothing" }) }],
  updateNotificationByLink: [createGuess({ body: () => ({ token: "uns_nothing" }) })],
  updateUser: [
    createConfirmedAct({ email: "another@example.com" }),
    { tries: 5, as: "user", body: (index) => ({ email: `another${index}@example.com` }) },
  ],
  verifyAddress: [createGuess({ as: "owner", isUnverified: true })],
  verifyTwoFactor: [createConfirmedAct({ code: "123456" })],
  getBillingDetails: [{ tries: 120, as: "owner" }],
  replayWebhookDelivery: [{ tries: 60, as: "owner", body: () => ({ delivery: ABSENT_ID }) }],
  sendTestWebhook: [{ tries: 60, as: "owner", body: () => ({}) }],
  giveFeedback: [{ tries: 10, as: "user", body: () => ({ rating: "neutral" }) }],
  writeToSupport: [{ tries: 5, as: "user", body: () => ({ message: "Hello" }) }],
};

/** These operations apply a limit in their own code. The avatar's is in avatar-files.test.ts. */
const TAKEN_INSIDE = ["createInvites", "signIn", "updateUser"];

/** These operations apply the limit of wrong passwords where they check the password. */
const CONFIRMED_INSIDE = [
  ...["addPasskey", "changePassword", "closeAccount", "closeUser", "getPasskeyOptions", "linkNetwork"],
  ...["removePasskey", "renewBackupCodes", "switchTwoFactor", "unlinkNetwork", "verifyTwoFactor"],
];

let product: Product;
let store: OpenStore;
/** The operations over the product's database, with rate limits of their own. */
let billing: Billing;
/** Has granted support access. */
let customer: TestUser;
let passwordHash: string;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  store = await openProductStore(product);
  billing = await startBilling({ store });
  passwordHash = await hashQuickly("correct horse!");
  customer = await makeCaller({ tries: 0, as: "owner" });
  const supportUntil = new Date(Date.now() + minutes(60));
  await store.update(userEntity, { id: customer.userId }, { supportUntil });
});
afterAll(async () => {
  await billing.close();
  await store.close();
  await product.stop();
});

test("the table lists every operation with a limit, including limits in the operations' own code", () => {
  const stating = OPERATIONS.filter(({ limits }) => limits && limits.length > 0).map(({ name }) => name);
  expect(Object.keys(LIMITED).sort()).toEqual([...stating, ...TAKEN_INSIDE, ...CONFIRMED_INSIDE].sort());
});

async function makeCaller({ as = "user", isUnverified = false }: Limited): Promise<TestUser> {
  const person = await makeTestUser(store, {
    permission: as,
    isVerified: !isUnverified,
    subscription: isUnverified ? null : "active",
  });
  await store.update(userEntity, { id: person.userId }, { passwordHash });
  return person;
}

const CASES = Object.entries(LIMITED).flatMap(([name, all]) =>
  all.map((limited) => ({ name, by: limited.isByNetwork ? "IP" : "user or email", ...limited })),
);

test.each(CASES)("$name allows $tries attempts by one $by, and then answers 429", async (limited) => {
  const { name, tries, body, as, isByNetwork } = limited;
  const operation = findOperation(name);
  const person = await makeCaller(limited);
  const here = createOtherIp();
  const context = as ? await createContext(billing.app, person) : createAnonymousContext(billing.app);
  const statuses: number[] = [];
  for (let index = 0; index <= tries; index += 1) {
    const ip = isByNetwork ? here : createOtherIp();
    statuses.push(await attempt(operation, body?.(index), { ...context, ip }));
  }
  expect(statuses.slice(0, tries)).not.toContain(TOO_MANY);
  expect(statuses[tries]).toBe(TOO_MANY);
});

test("a write without a limit of its own allows 600 requests an hour by one user, and then answers 429", async () => {
  const context = await createContext(billing.app, await makeCaller({ tries: 600, as: "user" }));
  const call = (name: string, input?: object) =>
    attempt(findOperation(name), input, { ...context, ip: createOtherIp() });
  const statuses = new Set<number>();
  for (let tries = 0; tries < 600; tries += 1) statuses.add(await call("removeAvatar"));
  expect([...statuses]).toEqual([200]);
  expect(await call("updateUser", { name: "Grace" })).toBe(TOO_MANY);
  expect(await call("getUser")).toBe(200);
});

function findOperation(name: string): Operation {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`no operation is called ${name}`);
  return operation;
}

const createOtherIp = () => createOtherNetworkHeaders()["X-Forwarded-For"] ?? "";

/** Runs the operation, and returns the status that a server would answer with. */
async function attempt(operation: Operation, input: unknown, context: Context): Promise<number> {
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([given, name = ""]) => [name, given]);
  try {
    await runOperation(operation, { ...Object(input), ...Object.fromEntries(inPath) }, context);
    return 200;
  } catch (thrown) {
    const failure = thrown instanceof AppError ? thrown : toStoreFailure(thrown);
    if (!failure) throw thrown;
    return failure.status;
  }
}

test("from one IP, the payment sandbox allows 120 calls a minute and the simulated networks 240", async () => {
  for (const [path, tries] of [
    ["/sandbox/v1/tokens", 120],
    ["/sandbox/social/facebook/v23.0/dialog/oauth", 240],
  ] as const) {
    const statuses: number[] = [];
    for (let index = 0; index <= tries; index += 1)
      statuses.push((await createApiClient(product)("GET", path)).status);
    expect(statuses.slice(0, tries)).not.toContain(TOO_MANY);
    expect(statuses[tries]).toBe(TOO_MANY);
  }
});

test("from one IP, 300 social callbacks an hour are allowed; the next one redirects to the sign-in page with an error", async () => {
  const here = createOtherNetworkHeaders();
  const call = (path: string) => createApiClient(product)("GET", path, undefined, here);
  for (let tries = 0; tries < 300; tries += 1) await call("/auth/facebook/callback?code=x&state=y");
  const refused = await call("/auth/facebook/callback?code=x&state=y");
  expect(refused.headers.get("Location")).toBe("/signin");
  expect(decodeURIComponent(refused.headers.get("Set-Cookie") ?? "")).toContain("errors:rate_limited");
});
