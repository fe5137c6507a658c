/** The result of the one look-up that each request makes: five entities in one row. */
import type { AccountRow } from "../account.server";
import type { MembershipRow } from "../membership.server";
import type { SessionRow } from "../session.server";
import type { SubscriptionRow } from "../subscription.server";
import type { UserRow } from "../user.server";

export interface ViewerRow {
  session: SessionRow;
  user: UserRow;
  account: AccountRow;
  membership: MembershipRow;
  /** How many accounts the user is a member of. */
  accountCount: number;
  /** Null until the account has chosen a plan. */
  subscription: SubscriptionRow | null;
}
