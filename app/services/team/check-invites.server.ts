/** The check of the emails in the form of invitations, before they are sent, and the places that the plan has left. */
import * as z from "zod";
import { checkInvitesForm } from "~/domain/forms/members";
import { splitEmails } from "~/domain/forms/team";
import { INVITES_AT_ONCE } from "~/domain/limits";
import { INVITEE_STATES, type InviteeState, type Places } from "~/domain/members";
import { email as emailRule } from "~/domain/forms/rules";
import { countOpenInvites, listInvitesTo } from "~/models/invite.server";
import { countMembers } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { defineOperation, requireViewer } from "../platform/operation.server";
import type { Viewer } from "../platform/viewer.server";
import type { MemberOrInvite } from "./member-list.server";
import { findMembersByEmail } from "./send-invites.server";

const placesShape = z.object({ used: z.number().int(), limit: z.number().int().nullable() });

export const checkInvites = defineOperation({
  name: "checkInvites",
  method: "POST",
  path: "/api/invite/check",
  summary:
    "Check email addresses before you invite them: which are members or invited already, which are malformed, and how many " +
    "places the plan has left. Nothing is sent.",
  access: { permission: "admin", state: "subscribed" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: checkInvitesForm,
  output: z.object({
    emails: z.array(z.object({ email: z.string(), state: z.enum(INVITEE_STATES) })),
    places: placesShape,
  }),
  async run({ email: text }, { app, ...context }) {
    const viewer = requireViewer({ app, ...context });
    const entered = readEntered(text);
    const valid = entered.flatMap(({ email }) => email ?? []);
    const members = await findMembersByEmail(app.store, viewer.account.id, valid);
    const open = await listInvitesTo(app.store, { accountId: viewer.account.id, emails: valid });
    const invited = new Set(open.map(({ email }) => email));
    const toState = (email: string | null): InviteeState => {
      if (email === null) return "malformed";
      if (members.has(email)) return "member";
      return invited.has(email) ? "invited" : "new";
    };
    const emails = entered.map(({ part, email }) => ({ email: email ?? part, state: toState(email) }));
    return { data: { emails, places: await readPlaces(app.store, viewer) } };
  },
});

/**
 * The places of the viewer's plan. Members are not counted without a limit, because they may be very many. `everyone` is the
 * whole list, if the page has read it: then no query is needed.
 */
export async function readPlaces(
  store: Store,
  { account, plan }: Viewer,
  everyone?: readonly MemberOrInvite[],
): Promise<Places> {
  const limit = plan?.seatLimit ?? null;
  if (limit === null) return { used: 0, limit };
  if (everyone) return { used: everyone.filter((one) => !isExpired(one)).length, limit };
  const members = await countMembers(store, { accountId: account.id });
  return { used: members + (await countOpenInvites(store, { accountId: account.id })), limit };
}

function isExpired({ kind, row }: MemberOrInvite): boolean {
  return kind === "invite" && row.expired;
}

/** Each entered text once, with the email that it is; null when it is none. */
function readEntered(text: string): { part: string; email: string | null }[] {
  const rule = emailRule();
  return [...new Set(splitEmails(text))]
    .slice(0, INVITES_AT_ONCE + 1)
    .map((part) => ({ part, email: rule.safeParse(part).data ?? null }));
}
