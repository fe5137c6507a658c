/** The users and accounts that the clients act as, inserted before they start. */
import { hash } from "@node-rs/argon2";
import { createApiClient, PASSWORD, type Call } from "../../support/clients";
import { makeTestUser, type TestUser } from "../../support/users";
import { userEntity } from "~/models/user.server";
import { planEntity } from "~/models/plan.server";
import type { TrafficStage } from "./traffic";

export interface Owner extends TestUser {
  email: string;
  call: Call;
}

export interface Population {
  /** On the free plan, with a password. */
  visitors: Owner[];
  /** Each with an API key, and an endpoint for webhooks. */
  keyed: (Owner & { key: string })[];
  /** On a plan with a price for each member. */
  teams: Owner[];
  /** Without a plan: each chooses one at most once. */
  payers: Owner[];
}

/** How many of each kind. */
export type Sizes = Record<keyof Population, number>;

/** More than a minute of load uses. */
const ENOUGH = 1_000_000;

export async function populate(stage: TrafficStage, sizes: Sizes): Promise<Population> {
  const { store } = stage;
  const room = { apiCallLimit: ENOUGH, keyLimit: ENOUGH, seatLimit: ENOUGH };
  await store.update(planEntity, { id: { in: ["free", "team"] } }, { ...room, trialDays: 0 });
  const make = (count: number, subscription: "active" | null) => makeOwners(stage, count, subscription);
  const teams = await make(sizes.teams, null);
  for (const { call } of teams)
    await require200(call("POST", "/api/account/plan", { plan: "team", token: "tok_visa" }));
  const keyed = await make(sizes.keyed, "active");
  return {
    visitors: await make(sizes.visitors, "active"),
    keyed: await Promise.all(keyed.map((owner) => addKey(stage, owner))),
    teams,
    payers: await make(sizes.payers, null),
  };
}

/** Owners with a password, of accounts without a plan or on the free one. */
export async function makeOwners(
  stage: TrafficStage,
  count: number,
  subscription: "active" | null,
): Promise<Owner[]> {
  const { store } = stage;
  const passwordHash = await (hashed ??= hash(PASSWORD, ARGON2));
  return Promise.all(
    Array.from({ length: count }, async () => {
      const person = await makeTestUser(store, { permission: "owner", isVerified: true, subscription });
      await store.update(userEntity, { id: person.userId }, { passwordHash });
      const email = `${person.userId}@example.com`;
      return { ...person, email, call: createApiClient(stage, person.token) };
    }),
  );
}

const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let hashed: Promise<string> | undefined;

async function addKey(stage: TrafficStage, owner: Owner): Promise<Owner & { key: string }> {
  const scope = ["users:read", "events:write"];
  const { data } = await require200(owner.call("POST", "/api/key", { name: "A program", scope }));
  const events = ["key.created", "user.joined"];
  const endpoint = { url: stage.receiverUrl, description: "Load", events };
  if (stage.receiverUrl !== null) await require200(owner.call("POST", "/api/webhook", endpoint));
  return { ...owner, key: String(data.full_key) };
}

async function require200(answering: ReturnType<Call>): ReturnType<Call> {
  const answer = await answering;
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}
