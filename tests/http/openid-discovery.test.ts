/** What a provider by OpenID Connect announces of itself: endpoints that lead elsewhere, answers without end, and silence. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createBrowser, createVerifiedUser, PASSWORD } from "../support/clients";
import { findFreePort } from "../support/free-port";
import { isSignedIn } from "../support/identity-provider";
import {
  sendJson,
  startOpenIdProviders,
  type Answer,
  type Lies,
  type OpenIdProviders,
} from "../support/openid-provider";
import {
  confirm,
  countRows,
  createPerson,
  leaveFor,
  listOpenIdSettings,
  open,
  startOpenIdStage,
  type OpenIdStage,
} from "../support/openid-visits";

const TEN_MB = "x".repeat(10 * 1024 ** 2);
const sendTenMb: Answer = (response) => sendJson(response, { pad: TEN_MB });
const redirect: Answer = (response) => response.writeHead(302, { location: "/mine/keys" }).end();
const stayOpen: Answer = () => undefined;
const sendBrackets: Answer = (response) =>
  response.writeHead(200, { "content-type": "application/json" }).end("[".repeat(200_000));
const breakOff: Answer = (response) => {
  response.writeHead(200, { "content-length": "99" }).write("{");
  setTimeout(() => response.destroy(), 20);
};
const fail: Answer = (response) => sendJson(response, {}, 500);

/** What stops the browser before it leaves. */
const ANNOUNCEMENTS: [what: string, lies: Lies][] = [
  ["another issuer", { metadata: { issuer: "https://accounts.google.com" } }],
  ["no issuer", { metadata: { issuer: undefined } }],
  ["a page that is a script", { metadata: { authorization_endpoint: "javascript:alert(1)" } }],
  ["a page that is a text", { metadata: { authorization_endpoint: "data:text/html,<b>" } }],
  ["a page that is no address", { metadata: { authorization_endpoint: "//" } }],
  ["no page", { metadata: { authorization_endpoint: undefined } }],
  ["itself by a redirect", { answers: { discovery: redirect } }],
  ["ten megabytes", { answers: { discovery: sendTenMb } }],
  ["an error", { answers: { discovery: fail } }],
  ["no JSON", { answers: { discovery: (response) => response.end("<html>") } }],
  ["a list", { answers: { discovery: (response) => sendJson(response, []) } }],
  ["200,000 brackets", { answers: { discovery: sendBrackets } }],
  ["half of it, and breaks off", { answers: { discovery: breakOff } }],
];

/** Addresses that the operator's issuer must not name: PORT is a server of the operator's network. */
const ELSEWHERE = [
  "http://127.0.0.1:PORT/x",
  "http://localhost:PORT/x",
  "http://2130706433:PORT/x",
  "http://[::ffff:127.0.0.1]:PORT/x",
  "http://169.254.169.254/latest/meta-data/",
  "http://metadata.localhost/computeMetadata/v1/",
  "file:///etc/passwd",
];
const ENDPOINTS = ["token_endpoint", "jwks_uri", "userinfo_endpoint"].flatMap((endpoint) =>
  ELSEWHERE.map((address) => ({ endpoint, address })),
);

/** What stops the callback. */
const ANSWERS: [what: string, lies: Lies][] = [
  ["a redirect to the exchange of the code", { answers: { token: redirect } }],
  ["ten megabytes to the exchange of the code", { answers: { token: sendTenMb } }],
  ["no JSON to the exchange of the code", { answers: { token: (response) => response.end("<html>") } }],
  ["a redirect to its keys", { answers: { keys: redirect } }],
  ["ten megabytes of keys", { answers: { keys: sendTenMb } }],
  ["an error instead of its keys", { answers: { keys: fail } }],
  ["no keys", { answers: { keys: (response) => sendJson(response, { keys: [] }) } }],
];

/** A provider of its own for each case, because what one has announced is kept. */
const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const announcing = named("announcing", ANNOUNCEMENTS.length);
const elsewhere = named("elsewhere", ENDPOINTS.length);
const answering = named("answering", ANSWERS.length);

let providers: OpenIdProviders;
/** A server of the operator's network that no provider may lead to. */
let inner: OpenIdProviders;
let offPort: number;
let stage: OpenIdStage;
beforeAll(async () => {
  [providers, inner] = [await startOpenIdProviders(), await startOpenIdProviders()];
  offPort = await findFreePort();
  const names = [
    "mine",
    "form",
    "silent",
    "slowtoken",
    "slowkeys",
    "late",
    ...announcing,
    ...elsewhere,
    ...answering,
  ];
  stage = await startOpenIdStage(
    providers,
    names,
    listOpenIdSettings("off", `http://127.0.0.1:${offPort}/off`),
  );
});
afterAll(async () => {
  await stage.stop();
  await Promise.all([providers.close(), inner.close()]);
});
afterEach(() => {
  providers.lies = {};
});

const createVisitor = () => createBrowser(stage.product);

async function enter(name: string, from = providers) {
  const visitor = createVisitor();
  const callback = from.consent(await leaveFor(visitor, name), createPerson());
  await confirm(visitor, await open(visitor, callback));
  return isSignedIn(visitor);
}

test.each(ANNOUNCEMENTS.map(([what, lies], index) => [what, lies, announcing[index] ?? ""] as const))(
  "a provider that announces %s is not visited, and the page says so",
  async (_what, lies, name) => {
    providers.lies[name] = lies;
    const before = await countRows(stage.store);
    const visitor = createVisitor();
    const page = await leaveFor(visitor, name);
    expect(page).toBe(`/signin/social?provider=${name}`);
    expect((await visitor.get(page)).html).toContain("Please try signing in again.");
    expect(await countRows(stage.store)).toEqual(before);
  },
);

test("a provider is asked again after an announcement that was refused", async () => {
  providers.lies.announcing0 = { metadata: { issuer: "https://accounts.google.com" } };
  expect(await leaveFor(createVisitor(), "announcing0")).toBe("/signin/social?provider=announcing0");
  providers.lies = {};
  expect(await enter("announcing0")).toBe(true);
});

test.each(ENDPOINTS.map((given, index) => ({ ...given, name: elsewhere[index] ?? "" })))(
  "a provider whose $endpoint is at $address signs no one in, and nothing is asked there",
  async ({ endpoint, address, name }) => {
    providers.lies[name] = {
      metadata: { [endpoint]: address.replace("PORT", new URL(inner.origin).port) },
      claims: (claims) => ({ ...claims, email: undefined }),
    };
    const { visitor, callback } = await stage.prepare(name);
    await stage.expectRefusal(visitor, callback);
    expect(inner.requests).toEqual([]);
  },
);

test.each(ANSWERS.map(([what, lies], index) => [what, lies, answering[index] ?? ""] as const))(
  "a provider that answers %s signs no one in, and does once it is well again",
  async (what, lies, name) => {
    providers.lies[name] = lies;
    const { visitor, callback } = await stage.prepare(name);
    await stage.expectRefusal(visitor, callback);
    providers.lies = {};
    // Keys without the one that is looked for are asked for again after a minute.
    if (!what.includes("no keys")) expect(await enter(name)).toBe(true);
  },
);

test("a provider whose key has changed just now is refused, and its keys are not asked for each bad token", async () => {
  expect(await enter("mine")).toBe(true);
  const countKeyRequests = () => providers.requests.filter((request) => request === "GET /mine/keys").length;
  expect(countKeyRequests()).toBe(1);
  await providers.rotateKey("mine");
  for (let time = 0; time < 10; time += 1) {
    const { visitor, callback } = await stage.prepare("mine");
    await stage.expectRefusal(visitor, callback);
  }
  expect(countKeyRequests()).toBe(1);
});

test("silent and slow providers are given up after five seconds, and the sign-in page answers meanwhile", async () => {
  const [token, keys] = [await stage.prepare("slowtoken"), await stage.prepare("slowkeys")];
  const late = await stage.prepare("late");
  providers.lies.silent = { answers: { discovery: stayOpen } };
  providers.lies.slowtoken = { answers: { token: stayOpen } };
  providers.lies.slowkeys = { answers: { keys: stayOpen } };
  // Three answers in time, and too late together.
  providers.lies.late = { delayMs: 2500, claims: (claims) => ({ ...claims, email: undefined }) };
  const startedAt = performance.now();
  const waiting = [
    open(token.visitor, token.callback),
    open(keys.visitor, keys.callback),
    open(late.visitor, late.callback),
    ...Array.from({ length: 20 }, () => leaveFor(createVisitor(), "silent")),
  ];
  const times: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const askedAt = performance.now();
    expect((await createVisitor().get("/signin")).status).toBe(200);
    times.push(performance.now() - askedAt);
  }
  expect(Math.min(...times)).toBeLessThan(500);
  const pages = await Promise.all(waiting);
  expect(pages.every((page) => page.startsWith("/signin/social?provider="))).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(7000);
  const asked = providers.requests.filter((request) => request.includes("/silent/"));
  expect(asked).toHaveLength(1);
});

test("a provider that is off changes nothing else, works once it is on, and is named when it is off again", async () => {
  const visitor = createVisitor();
  expect((await visitor.get("/signin")).html).toContain("Continue with Off");
  const page = await leaveFor(visitor, "off");
  expect(page).toBe("/signin/social?provider=off");
  expect((await visitor.get(page)).html).toContain("Please try signing in again.");

  const on = await startOpenIdProviders({}, offPort);
  expect(await enter("off", on)).toBe(true);
  const later = createVisitor();
  const callback = on.consent(await leaveFor(later, "off"), createPerson());
  await on.close();
  await stage.expectRefusal(later, callback);
  expect((await fetch(`${stage.product.url}/health/ready`)).status).toBe(200);
});

test("a provider may have any name: one that is called form leaves the password's form as it is", async () => {
  const email = "form@example.com";
  await createVerifiedUser(stage.product, email);
  expect(await enter("form")).toBe(true);
  const someone = createVisitor();
  await someone.post("/signin", { email, password: PASSWORD });
  expect(isSignedIn(someone)).toBe(true);
});
