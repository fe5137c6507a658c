/** The input of a person's own settings, of their account's name, and of closing either. Spec §2, §5 and §7. */
import { AVATAR_TYPES } from "../avatars";
import { ID_LENGTH, NAME_MAX_LENGTH, SUPPORT_HOURS, UPLOAD_MAX_BYTES } from "../limits";
import { LOCALES } from "../locales";
import { say } from "../messages";
import { file, flag, select, selectNumber } from "./choices";
import { email, formOf, optional, optionalText, password, personName, requiredText } from "./rules";

const avatar = () => file({ accept: AVATAR_TYPES, maxBytes: UPLOAD_MAX_BYTES });
const accountId = () => requiredText(say("errors:unknown_account"), { max: ID_LENGTH });

export const settingsForm = formOf({
  name: optional(personName()),
  email: optional(email()),
  /** Proof for a change of the address. */
  password: optional(password()),
  avatar: optional(avatar()),
  locale: optional(select(LOCALES)),
  dark_mode: optional(flag()),
  onboarded: optional(flag()),
  default_account: optional(accountId()),
  support_enabled: optional(flag()),
  support_hours: optional(selectNumber(SUPPORT_HOURS)),
});

export const profileForm = formOf({ name: personName() });

/** The password is asked for when the last proof is too long ago; the server decides. */
export const emailForm = formOf({ email: email(), password: optional(password()) });

export const avatarForm = formOf({ avatar: avatar() });

export const accountNameForm = formOf({
  name: requiredText(say("profile:account.name_required"), { max: NAME_MAX_LENGTH }),
});

/** `confirmation`: the account's name, or one's address, typed on the page that closes it. */
export const closingForm = formOf({
  password: optional(password(say("profile:closing.password_required"))),
  confirmation: optionalText(),
});
