/** What the clients do, and how often they do each of it. */
import { randomUUID } from "node:crypto";
import { createBrowser, PASSWORD, type Browser } from "../../support/clients";
import { followIdentityProvider } from "../../support/identity-provider";
import { linkIn } from "../../support/product";
import type { Client, Request } from "./traffic";

type Flow = (client: Client) => Promise<unknown>;

export type FlowName =
  | "sign-in page"
  | "dashboard"
  | "activity page"
  | "session"
  | "API call"
  | "API write"
  | "profile"
  | "sign-in"
  | "sign-up"
  | "mailed link"
  | "key"
  | "invite"
  | "join"
  | "subscribe"
  | "plan change"
  | "use of a link"
  | "sign-in by provider";

/** How often each flow is chosen, among all weights. */
export type Weights = Partial<Record<FlowName, number>>;

/** Mostly reading, as users do. */
export const LOAD: Weights = {
  ...{ "sign-in page": 6, dashboard: 5, "activity page": 2, session: 8, "API call": 10, "API write": 4 },
  ...{ profile: 3, "sign-in": 1, "sign-up": 1, "mailed link": 1, key: 2, invite: 2, join: 2, subscribe: 1 },
};

/** Mostly what a fault could leave half done. */
export const WRITES: Weights = {
  ...{ dashboard: 2, session: 3, "API call": 2, "API write": 5, profile: 2, "sign-in": 1, "sign-up": 2 },
  ...{ "mailed link": 2, "use of a link": 2, key: 1, invite: 3, join: 3, subscribe: 4, "plan change": 3 },
};

export const FLOWS: Record<FlowName, Flow> = {
  "sign-in page": ({ send }) => send({ method: "GET", path: "/signin" }),
  dashboard: (client) => openPage(client, "/dashboard"),
  "activity page": (client) => openPage(client, "/account/activity"),
  session: ({ send, pick, people }) =>
    send({ method: "GET", path: "/api/auth", token: pick(people.visitors).token }),
  "API call": (client) => callWithKey(client, { method: "GET", path: "/api/account/users" }),
  "API write": recordEvent,
  profile: ({ send, pick, people, random }) =>
    send({
      method: "PATCH",
      path: "/api/user",
      token: pick(people.visitors).token,
      body: { name: `Ada ${Math.floor(random() * 1000)}` },
    }),
  "sign-in": ({ send, pick, people }) =>
    // Owners who are signed in nowhere else, because a user has at most 50 sessions.
    send({
      method: "POST",
      path: "/api/auth",
      body: { email: pick(people.payers).email, password: PASSWORD },
    }),
  "sign-up": signUp,
  "mailed link": askForLink,
  "use of a link": useLink,
  key: createKey,
  invite,
  join,
  subscribe,
  "plan change": changePlan,
  "sign-in by provider": signInByProvider,
};

function openPage({ send, pick, people }: Client, path: string) {
  return send({ method: "GET", path, cookie: pick(people.visitors).cookie });
}

async function callWithKey({ send, pick, people, facts }: Client, request: Request) {
  const { accountId, key } = pick(people.keyed);
  const answer = await send({ ...request, token: key });
  facts.calls.push({ accountId, at: Date.now(), isAnswered: answer !== null });
  return answer;
}

async function recordEvent(client: Client) {
  const id = randomUUID();
  const body = { name: "report_opened", metadata: { id } };
  if (await callWithKey(client, { method: "POST", path: "/api/event", body })) client.facts.events.push(id);
}

async function createKey({ send, pick, people, facts }: Client) {
  const name = `Program ${randomUUID()}`;
  const body = { name, scope: ["users:read"] };
  const answer = await send({ method: "POST", path: "/api/key", token: pick(people.keyed).token, body });
  if (!answer) return;
  facts.keys.push(name);
  facts.secrets.add(String(answer.data.full_key));
}

async function signUp({ send, facts }: Client) {
  const email = `${randomUUID()}@example.com`;
  const body = { name: "Ada Lovelace", email, password: PASSWORD, confirm_password: PASSWORD };
  const answer = await send({ method: "POST", path: "/api/account", body });
  if (!answer) return;
  facts.signedUp.push(email);
  facts.secrets.add(String(answer.data.token));
}

/** Each owner asks once, because a mailbox gets only so many. */
function askForLink({ send, people, facts }: Client) {
  const owner = people.payers.find(({ email }) => !facts.linked.has(email));
  if (!owner) return pause();
  facts.linked.add(owner.email);
  return send({ method: "POST", path: "/api/auth/magic", body: { email: owner.email } });
}

/** The link signs in once, although it is followed twice at the same time. */
async function useLink({ stage, send, facts }: Client) {
  const isNew = (token: string | null) => token !== null && !facts.tokens.has(token);
  const tokens = [...facts.linked].map((email) => findToken(stage, email, "/magic"));
  const token = tokens.find(isNew);
  if (!token) return pause();
  facts.tokens.set(token, 0);
  const body = { token };
  await Promise.all(
    [1, 2].map(async () => {
      if (await send({ method: "POST", path: "/api/auth/magic/verify", body, refused: USED }))
        countUse(facts, token);
    }),
  );
  return null;
}

/** How a link answers that was used before. */
const USED = [400, 401, 404, 409, 410];

function findToken(stage: Client["stage"], email: string, path: string): string | null {
  const mail = stage.mails.findMailTo(email);
  return mail?.includes(path) ? linkIn(mail, path).searchParams.get("token") : null;
}

function countUse({ tokens, secrets }: Client["facts"], token: string) {
  tokens.set(token, (tokens.get(token) ?? 0) + 1);
  secrets.add(token);
}

async function invite({ send, pick, people, facts }: Client) {
  const email = `${randomUUID()}@example.com`;
  const { token } = pick(people.teams);
  if (!(await send({ method: "POST", path: "/api/invite", token, body: { email, permission: "user" } })))
    return;
  facts.invited.push(email);
  facts.invitations.push(email);
}

/** Follows the link of an invitation whose mail has arrived, twice. */
async function join({ stage, send, facts }: Client) {
  const index = facts.invited.findIndex((email) => stage.mails.findMailTo(email));
  const [email] = index < 0 ? [] : facts.invited.splice(index, 1);
  const mail = email === undefined ? undefined : stage.mails.findMailTo(email);
  if (email === undefined || mail === undefined) return pause();
  const invite_id = linkIn(mail, "/signup/user").searchParams.get("id") ?? "";
  const body = { name: "Ada Lovelace", email, password: PASSWORD, confirm_password: PASSWORD, invite_id };
  const follow = async (refused: readonly number[]) => {
    if (!(await send({ method: "POST", path: "/api/user", body, refused }))) return;
    facts.joined.push(email);
    countUse(facts, invite_id);
  };
  await follow([]);
  await follow(USED);
  return null;
}

async function subscribe({ send, people, facts }: Client) {
  const owner = people.payers[facts.subscribing.length];
  if (!owner) return pause();
  facts.subscribing.push(owner.accountId);
  const body = { plan: "pro", token: "tok_visa" };
  if (!(await send({ method: "POST", path: "/api/account/plan", token: owner.token, body }))) return null;
  facts.subscribed.push(owner.accountId);
  facts.plans.set(owner.accountId, "pro");
  return null;
}

async function changePlan({ send, people, facts }: Client) {
  const accountId = facts.subscribed.pop();
  const owner = people.payers.find((payer) => payer.accountId === accountId);
  if (!owner) return pause();
  facts.changing.push(owner.accountId);
  const body = { plan: "scale" };
  if (await send({ method: "PATCH", path: "/api/account/plan", token: owner.token, body }))
    facts.plans.set(owner.accountId, "scale");
  return null;
}

/** A new user by a network. Its callback redirects in any case: without a token it counts as refused. */
function signInByProvider({ stage, time, random }: Client) {
  const browser = createBrowser(stage);
  const from = { "X-Forwarded-For": `10.1.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}` };
  const visitor: Browser = { ...browser, get: (path) => browser.get(path, from) };
  const as = { name: "Ada Lovelace", email: `${randomUUID()}@example.com` };
  return time(async () => {
    const back = await followIdentityProvider(visitor, "facebook", { as, query: "?signup=1" });
    const { status, location } = await visitor.get(back.pathname + back.search);
    if (status !== 302) return status;
    return location?.includes("token=soc_") ? 200 : 401;
  });
}

/** A client with nothing to do waits, so that it does not spin. */
const pause = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 20));
