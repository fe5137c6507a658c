/** Who the demo has: the people of the dashboard's sample data as a company, a second account, and a master. */
import { createDemoData, type DemoUser } from "../../app/domain/demo";
import { PRODUCT_NAME, PRODUCT_SLUG } from "../../app/domain/product";
import type { App } from "../../app/services/platform/app.server";

export const COMPANY = "Acme Inc";
export const SECOND_ACCOUNT = "Analytical Engines";
export const SUPPORT_ACCOUNT = `${PRODUCT_NAME} support`;
export const MASTER = { name: "Sam Support", email: `sam@${PRODUCT_SLUG}.test` };

export interface Team {
  owner: DemoUser;
  /** Everyone else who has joined, in the order of joining. */
  members: DemoUser[];
  invited: DemoUser[];
}

/** The people of the company. Their last sign-ins are before `now`. */
export function createTeam(now: Date): Team {
  const { users } = createDemoData(now);
  const joined = users.filter(({ status }) => status !== "invited");
  const [owner, ...members] = joined;
  if (owner?.permission !== "owner")
    throw new Error("the sample data begins with another user than the owner");
  return { owner, members, invited: users.filter(({ status }) => status === "invited") };
}

/** The emails of all who can sign in. */
export function listDemoEmails(): string[] {
  const { owner, members } = createTeam(new Date());
  return [owner, ...members, MASTER].map(({ email }) => email);
}

/** The one password of the demo: another one on each installation, and the same whenever it is printed. */
export function createDemoPassword({ secrets }: Pick<App, "secrets">): string {
  return `demo-${secrets
    .hash("demo", "password")
    .replace(/[^a-zA-Z0-9]/g, "")
    .slice(0, 10)}!`;
}
