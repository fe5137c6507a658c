/** The story of the demo company, from its founding five months ago to today. */
import { days } from "../../app/domain/limits";
import type { DemoUser } from "../../app/domain/demo";
import { accountEntity, markDemoAccounts } from "../../app/models/account.server";
import { listMembers } from "../../app/models/membership.server";
import { updateBillingDetails } from "../../app/services/billing/orders/billing-details.server";
import { syncDueSeats } from "../../app/services/billing/sync/seats.server";
import { createSubscription } from "../../app/services/billing/orders/subscription.server";
import { syncFromProvider } from "../../app/services/billing/sync/sync.server";
import { updateNotifications } from "../../app/services/users/notifications.server";
import { setMaster } from "../../app/services/users/users.server";
import type { App } from "../../app/services/platform/app.server";
import { runOperation, type Context } from "../../app/services/platform/operation.server";
import { createContextFor, type Member } from "./callers";
import { rewindClock, type DemoClock } from "./clock";
import { countCalls, createKeys, createWebhook } from "./developers";
import { backdate, createEvents, createFeedbacks, dateInvites, dateSignIns, expireInvite } from "./past";
import { COMPANY, createTeam, MASTER, SECOND_ACCOUNT, SUPPORT_ACCOUNT, type Team } from "./people";
import { invitePeople, joinPeople, signUpOwner } from "./team";

/** How many days ago each part happened. The first payment follows the trial of 14 days. */
const FOUNDED = 150;
const FIRST_JOINED = 146;
const SECOND_JOINED = 97;
const KEYS_CREATED = 93;
const OTHERS_FOUNDED = 90;
const THIRD_JOINED = 41;
const INVITED = 2;

interface Demo {
  app: App;
  clock: DemoClock;
  team: Team;
}

/** Makes all of it. Its accounts are marked as complete at the end: a run that ends before is started again by the next. */
export async function makeDemo(app: App): Promise<void> {
  const now = new Date();
  const clock = await rewindClock(app, { now, since: toPast(now, FOUNDED) });
  const demo: Demo = { app, clock, team: createTeam(now) };
  const { members } = demo.team;
  const third = Math.ceil(members.length / 3);
  const company = await foundCompany(demo);
  await joinCompany(demo, FIRST_JOINED, { company, people: members.slice(0, third) });
  await joinCompany(demo, SECOND_JOINED, { company, people: members.slice(third, 2 * third) });
  const keyIds = await setUpDevelopers(demo, company);
  const others = await foundOtherAccounts(demo);
  await joinCompany(demo, THIRD_JOINED, { company, people: members.slice(2 * third) });
  await inviteToCompany(demo, company);
  await clock.moveTo(new Date());
  await syncFromProvider(app, company.accountId);
  await useProduct(demo, { company, keyIds });
  const ids = [company, ...others].map(({ accountId }) => accountId);
  await markDemoAccounts(app.store, { ids, demoState: "complete" });
}

const toPast = (now: Date, daysAgo: number) => new Date(now.getTime() - days(daysAgo));

/** Does `work` some days ago: at that time of the payment sandbox, and what its account gets from it has that date. */
async function workInThePast(demo: Demo, daysAgo: number, work: () => Promise<Member>): Promise<Member> {
  const { app, clock } = demo;
  const at = toPast(clock.now, daysAgo);
  await clock.moveTo(at);
  const startedAt = new Date();
  const member = await work();
  await backdate(app.store, { accountId: member.accountId, startedAt, at });
  return member;
}

/** The owner signs up, and subscribes to a plan with a price for each member. */
async function foundCompany(demo: Demo): Promise<Member> {
  const { app, clock, team } = demo;
  const company = await workInThePast(demo, FOUNDED, async () => {
    const owner = await signUpOwner(app, { ...team.owner, account: COMPANY });
    await runOperation(
      createSubscription,
      { plan: "team", token: "tok_visa" },
      await createContextFor(app, owner),
    );
    const context = await createContextFor(app, owner);
    await runOperation(updateBillingDetails, ADDRESS, context);
    await runOperation(updateNotifications, { new_signin: false }, context);
    return owner;
  });
  await dateAccount(app, company, toPast(clock.now, FOUNDED));
  return company;
}

const ADDRESS = {
  company: COMPANY,
  line1: "500 Howard Street",
  city: "San Francisco",
  postal_code: "94105",
  country: "US",
};

/** People are invited and join, and the seats that are paid follow them. */
async function joinCompany(
  demo: Demo,
  daysAgo: number,
  { company, people }: { company: Member; people: readonly DemoUser[] },
): Promise<void> {
  const { app } = demo;
  await workInThePast(demo, daysAgo, async () => {
    await syncFromProvider(app, company.accountId);
    await joinPeople(await createContextFor(app, company), people);
    await syncDueSeats(app);
    return company;
  });
}

/** Returns the ids of the API keys. */
async function setUpDevelopers(demo: Demo, company: Member): Promise<string[]> {
  let keyIds: string[] = [];
  await workInThePast(demo, KEYS_CREATED, async () => {
    const context = await createContextFor(demo.app, company);
    keyIds = await createKeys(context);
    await createWebhook(context);
    return company;
  });
  return keyIds;
}

/** An admin of the company has an account of her own, which its owner has joined; and a master has one. */
async function foundOtherAccounts(demo: Demo): Promise<Member[]> {
  const { app, team } = demo;
  const [admin] = team.members;
  if (!admin) throw new Error("the sample data has no members");
  const second = await foundFreeAccount(demo, { ...admin, account: SECOND_ACCOUNT }, (context) =>
    joinPeople(context, [{ ...team.owner, permission: "developer" }]),
  );
  const support = await foundFreeAccount(demo, { ...MASTER, account: SUPPORT_ACCOUNT });
  await setMaster(app.store, { email: MASTER.email, isMaster: true });
  return [second, support];
}

async function foundFreeAccount(
  demo: Demo,
  owner: Parameters<typeof signUpOwner>[1],
  work: (context: Context) => Promise<void> = () => Promise.resolve(),
): Promise<Member> {
  const { app, clock } = demo;
  const member = await workInThePast(demo, OTHERS_FOUNDED, async () => {
    const founder = await signUpOwner(app, owner);
    await runOperation(createSubscription, { plan: "free" }, await createContextFor(app, founder));
    await work(await createContextFor(app, founder));
    return founder;
  });
  await dateAccount(app, member, toPast(clock.now, OTHERS_FOUNDED));
  return member;
}

async function dateAccount({ store }: App, { accountId }: Member, createdAt: Date): Promise<void> {
  await store.update(accountEntity, { id: accountId }, { createdAt });
}

/** Some are invited and have not joined; one of these invitations has expired. */
async function inviteToCompany(demo: Demo, company: Member): Promise<void> {
  const { app, clock, team } = demo;
  await workInThePast(demo, INVITED, async () => {
    await invitePeople(await createContextFor(app, company), team.invited);
    return company;
  });
  const { accountId } = company;
  await dateInvites(app.store, { accountId, at: toPast(clock.now, INVITED) });
  const [{ email } = { email: "" }] = team.invited;
  await expireInvite(app.store, { accountId, email, now: clock.now });
}

/** Records the members' use of the product until today. */
async function useProduct(
  { app, clock: { now }, team }: Demo,
  { company, keyIds }: { company: Member; keyIds: readonly string[] },
): Promise<void> {
  const { accountId } = company;
  await countCalls(await createContextFor(app, company), { keyIds, now, daysBack: KEYS_CREATED });
  const members = await listMembers(app.store, { accountIds: [accountId], limit: 100 });
  const past = { accountId, userIds: members.map(({ userId }) => userId).sort(), now };
  await createEvents(app.store, past);
  await createFeedbacks(app.store, past);
  const master = { ...MASTER, last_login: now.toISOString() };
  await dateSignIns(app.store, [team.owner, ...team.members, master], { createdAt: toPast(now, FOUNDED) });
}
