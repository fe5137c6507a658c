/** The flows of the load's clients, and how often they do each of them. */
import { randomUUID } from "node:crypto";
import { PASSWORD } from "../support/clients";
import { linkIn } from "../support/product";
import type { Client, Request } from "./traffic";

interface Flow {
  /** How often it is chosen, among all weights. */
  weight: number;
  run(client: Client): Promise<unknown>;
}

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
  | "subscribe";

export const FLOWS: Record<FlowName, Flow> = {
  "sign-in page": { weight: 6, run: ({ send }) => send({ method: "GET", path: "/signin" }) },
  dashboard: { weight: 5, run: (client) => openPage(client, "/dashboard") },
  "activity page": { weight: 2, run: (client) => openPage(client, "/account/activity") },
  session: {
    weight: 8,
    run: ({ send, pick, people }) =>
      send({ method: "GET", path: "/api/auth", token: pick(people.visitors).token }),
  },
  "API call": {
    weight: 10,
    run: (client) => callWithKey(client, { method: "GET", path: "/api/account/users" }),
  },
  "API write": {
    weight: 4,
    run: (client) =>
      callWithKey(client, { method: "POST", path: "/api/event", body: { name: "report_opened" } }),
  },
  profile: {
    weight: 3,
    run: ({ send, pick, people, random }) =>
      send({
        method: "PATCH",
        path: "/api/user",
        token: pick(people.visitors).token,
        body: { name: `Ada ${Math.floor(random() * 1000)}` },
      }),
  },
  "sign-in": {
    weight: 1,
    run: ({ send, pick, people }) =>
      // Owners who are signed in nowhere else, because a user has at most 50 sessions.
      send({
        method: "POST",
        path: "/api/auth",
        body: { email: pick(people.payers).email, password: PASSWORD },
      }),
  },
  "sign-up": { weight: 1, run: signUp },
  "mailed link": {
    weight: 1,
    run: ({ send, pick, people }) =>
      send({ method: "POST", path: "/api/auth/magic", body: { email: pick(people.payers).email } }),
  },
  key: {
    weight: 2,
    run: ({ send, pick, people }) => {
      const body = { name: "Another program", scope: ["users:read"] };
      return send({ method: "POST", path: "/api/key", token: pick(people.keyed).token, body });
    },
  },
  invite: { weight: 2, run: invite },
  join: { weight: 2, run: join },
  subscribe: { weight: 1, run: subscribe },
};

function openPage({ send, pick, people }: Client, path: string) {
  return send({ method: "GET", path, cookie: pick(people.visitors).cookie });
}

async function callWithKey({ send, pick, people, facts }: Client, request: Request) {
  const { accountId, key } = pick(people.keyed);
  const answer = await send({ ...request, token: key });
  facts.calls.push({ accountId, at: Date.now(), isAnswered: answer !== null });
}

async function signUp({ send, facts }: Client) {
  const email = `${randomUUID()}@example.com`;
  const body = { name: "Ada Lovelace", email, password: PASSWORD, confirm_password: PASSWORD };
  if (await send({ method: "POST", path: "/api/account", body })) facts.signedUp.push(email);
}

async function invite({ send, pick, people, facts }: Client) {
  const email = `${randomUUID()}@example.com`;
  const { token } = pick(people.teams);
  if (await send({ method: "POST", path: "/api/invite", token, body: { email, permission: "user" } }))
    facts.invited.push(email);
}

/** Follows the link of an invitation whose mail has arrived. */
async function join({ stage, send, facts }: Client) {
  const index = facts.invited.findIndex((email) => stage.mails.findMailTo(email));
  const [email] = index < 0 ? [] : facts.invited.splice(index, 1);
  const mail = email === undefined ? undefined : stage.mails.findMailTo(email);
  if (email === undefined || mail === undefined) return pause();
  const invite_id = linkIn(mail, "/signup/user").searchParams.get("id");
  const body = { name: "Ada Lovelace", email, password: PASSWORD, confirm_password: PASSWORD, invite_id };
  if (await send({ method: "POST", path: "/api/user", body })) facts.joined.push(email);
  return null;
}

async function subscribe({ send, people, facts }: Client) {
  const owner = people.payers[facts.subscribing.length];
  if (!owner) return pause();
  facts.subscribing.push(owner.accountId);
  const body = { plan: "pro", token: "tok_visa" };
  return send({ method: "POST", path: "/api/account/plan", token: owner.token, body });
}

/** A client with nothing to do waits, so that it does not spin. */
const pause = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 20));
