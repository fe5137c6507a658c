/** The input of inviting, joining, and of what is done with members. Spec §5 "Invite form" and §7. */
import * as z from "zod/mini";
import { EMAIL_MAX_LENGTH, ID_LENGTH, INVITES_AT_ONCE, NAME_MAX_LENGTH, TOKEN_MAX_LENGTH } from "../limits";
import { say } from "../messages";
import { ASSIGNABLE_ROLES } from "../roles";
import { select } from "./choices";
import { reauthenticationFields } from "./reauthentication";
import { email, formOf, newPassword, optional, password, personName, repeats, requiredText } from "./rules";

/** Each address once, in the form in which it is kept. Every one must be good: one that is not names itself. */
function emails() {
  const one = email();
  const written = requiredText(say("form:email_required"), { max: (INVITES_AT_ONCE + 1) * EMAIL_MAX_LENGTH });
  const listed = z.transform((text: string, context) => {
    const parts = text.split(",").map((part) => part.trim());
    const read = parts.filter(Boolean).map((part) => ({ part, parsed: one.safeParse(part) }));
    const malformed = read.find(({ parsed }) => !parsed.success);
    const good = new Set(read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : [])));
    if (malformed) refuse(context, say("team:invite.malformed", { email: malformed.part }));
    else if (good.size === 0) refuse(context, say("form:email_required"));
    else if (good.size > INVITES_AT_ONCE)
      refuse(context, say("team:invite.at_most", { max: INVITES_AT_ONCE }));
    return [...good];
  });
  return z.pipe(written, listed);
}

function refuse(context: z.core.ParsePayload, message: string): void {
  context.issues.push({ code: "custom", input: context.value, message });
}

export const inviteForm = formOf({
  email: emails(),
  permission: z._default(select(ASSIGNABLE_ROLES), "user"),
});

/** How the reader of an invitation's link can join. `known`: they have an account, with a password or without. */
export type JoiningAs = "new" | "known" | "known_without_password" | "signed_in" | "somebody_else";

/** Somebody new who was invited. Who is known already gives the password they have. */
export const joinForm = formOf({
  name: personName(),
  email: email(),
  password: newPassword(),
  confirm_password: password(),
  invite_id: requiredText(say("team:join.gone"), { max: TOKEN_MAX_LENGTH }),
}).check(repeats("password", "confirm_password"));

/** What the page asks of somebody who is known already. */
export const joinKnownForm = formOf({ password: password() });

export const acceptForm = formOf({
  invite_id: requiredText(say("team:join.gone"), { max: TOKEN_MAX_LENGTH }),
});

export const idForm = formOf({ id: requiredText(say("errors:not_found"), { max: ID_LENGTH }) });

export const memberForm = formOf({
  id: requiredText(say("errors:not_found"), { max: ID_LENGTH }),
  permission: select(ASSIGNABLE_ROLES),
});

/** On the page, the account's name is typed before one leaves it; a program need not. */
export const removeMemberForm = formOf({
  id: requiredText(say("errors:not_found"), { max: ID_LENGTH }),
  confirmation: optional(
    z
      .string({ error: say("form:not_text") })
      .check(z.maxLength(NAME_MAX_LENGTH, say("form:max_length", { maxLength: NAME_MAX_LENGTH }))),
  ),
});

export const offerOwnershipForm = formOf({
  user: requiredText(say("errors:not_found"), { max: ID_LENGTH }),
  ...reauthenticationFields(),
});
