/** The input of inviting, joining, and managing members. */
import * as z from "zod/mini";
import { EMAIL_MAX_LENGTH, ID_LENGTH, INVITES_AT_ONCE, NAME_MAX_LENGTH, TOKEN_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { ASSIGNABLE_ROLES } from "../roles";
import { select } from "./choices";
import { reauthenticationFields } from "./reauthentication";
import {
  clearableText,
  confirmedPassword,
  email,
  createFormSchema,
  newPassword,
  optional,
  password,
  personName,
  repeats,
  requiredText,
} from "./rules";

/** Removes duplicates and normalizes each email. Every email must be valid: the message names all that are not. */
function emails({ isOptional = false } = {}) {
  const one = email();
  const options = { max: (INVITES_AT_ONCE + 1) * EMAIL_MAX_LENGTH, isMultiline: true };
  const written = isOptional
    ? clearableText(options)
    : requiredText(toMessage("form:email_required"), options);
  const listed = z.transform((text: string, context) => {
    const read = splitEmails(text).map((part) => ({ part, parsed: one.safeParse(part) }));
    const malformed = new Set(read.flatMap(({ part, parsed }) => (parsed.success ? [] : [part])));
    const good = new Set(read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : [])));
    if (malformed.size > 0) refuse(context, toMalformedMessage([...malformed]));
    else if (good.size === 0 && !isOptional) refuse(context, toMessage("form:email_required"));
    else if (good.size > INVITES_AT_ONCE)
      refuse(context, toMessage("team:invite.at_most", { max: INVITES_AT_ONCE }));
    return [...good];
  });
  return z.pipe(written, listed);
}

/** The addresses in a text that was typed or pasted: one a line, or separated by commas or semicolons. */
export function splitEmails(text: string): string[] {
  return text
    .split(/[,;\t\r\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Names as many as one call takes: a text that is no list at all may have hundreds of parts. */
function toMalformedMessage(parts: readonly string[]): string {
  const named = parts.slice(0, INVITES_AT_ONCE).join(", ");
  const emails = parts.length > INVITES_AT_ONCE ? `${named}, …` : named;
  return toMessage("team:invite.malformed", { count: parts.length, emails });
}

function refuse(context: z.core.ParsePayload, message: string): void {
  context.issues.push({ code: "custom", input: context.value, message });
}

export const inviteForm = createFormSchema({
  email: emails(),
  permission: z._default(select(ASSIGNABLE_ROLES), "user"),
});

/** In the introduction an empty field invites no one. */
export const introductionInviteForm = createFormSchema({
  email: emails({ isOptional: true }),
  permission: z._default(select(ASSIGNABLE_ROLES), "user"),
});

/** How the reader of an invitation's link can join. `known`: the reader has a user, with a password or without one. */
export type JoiningAs = "new" | "known" | "known_without_password" | "signed_in" | "somebody_else";

/** The form of an invited visitor who is new. A known user gives the existing password. */
export const joinForm = createFormSchema({
  name: personName(),
  email: email(),
  password: newPassword(),
  confirm_password: confirmedPassword(),
  invite_id: requiredText(toMessage("team:join.gone"), { max: TOKEN_MAX_LENGTH }),
}).check(repeats("password", "confirm_password"));

/** The page's form for a user who is already known. */
export const joinKnownForm = createFormSchema({ password: password() });

export const acceptForm = createFormSchema({
  invite_id: requiredText(toMessage("team:join.gone"), { max: TOKEN_MAX_LENGTH }),
});

/** Asks for a new invitation with an expired one. */
export const invitationRequestForm = createFormSchema({
  email: email(),
  invite_id: requiredText(toMessage("team:join.gone"), { max: TOKEN_MAX_LENGTH }),
});

export const idForm = createFormSchema({
  id: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
});

export const memberForm = createFormSchema({
  id: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
  permission: select(ASSIGNABLE_ROLES),
});

/** On the page, the user types the account's name before leaving it. The API does not require it. */
export const removeMemberForm = createFormSchema({
  id: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
  confirmation: optional(
    z
      .string({ error: toMessage("form:not_text") })
      .check(z.maxLength(NAME_MAX_LENGTH, toMessage("form:max_length", { maxLength: NAME_MAX_LENGTH }))),
  ),
});

export const offerOwnershipForm = createFormSchema({
  user: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
  ...reauthenticationFields(),
});
