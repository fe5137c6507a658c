/** The input of the user's own settings, of the account's name, and of closing an account or a user. */
import { AVATAR_TYPES } from "../avatars";
import { ID_LENGTH, NAME_MAX_LENGTH, SUPPORT_HOURS, UPLOAD_MAX_BYTES } from "../limits";
import { LOCALES } from "../locales";
import { say } from "../messages";
import { file, flag, select, selectNumber } from "./choices";
import { reauthenticationFields } from "./reauthentication";
import { email, formOf, optional, optionalText, password, personName, requiredText } from "./rules";

const avatar = () => file({ accept: AVATAR_TYPES, maxBytes: UPLOAD_MAX_BYTES });
const accountId = () => requiredText(say("errors:unknown_account"), { max: ID_LENGTH });

export const settingsForm = formOf({
  name: optional(personName()),
  email: optional(email()),
  /** Required to change the email. */
  ...reauthenticationFields(),
  avatar: optional(avatar()),
  locale: optional(select(LOCALES)),
  dark_mode: optional(flag()),
  onboarded: optional(flag()),
  default_account: optional(accountId()),
  support_enabled: optional(flag()),
  support_hours: optional(selectNumber(SUPPORT_HOURS)),
});

export const profileForm = formOf({ name: personName() });

export const emailForm = formOf({ email: email(), ...reauthenticationFields() });

export const avatarForm = formOf({ avatar: avatar() });

export const accountNameForm = formOf({
  name: requiredText(say("profile:account.name_required"), { max: NAME_MAX_LENGTH }),
});

/** `confirmation` is the account's name or the user's email, typed on the page that closes it. */
export const closingForm = formOf({
  ...reauthenticationFields(),
  password: optional(password(say("profile:closing.password_required"))),
  confirmation: optionalText(),
});

const typedConfirmation = () => requiredText(say("profile:closing.confirmation_required"));

/** The same form on the page, where both fields are typed. Each empty field has its own error. */
export const closingPageForm = formOf({
  password: password(say("profile:closing.password_required")),
  confirmation: typedConfirmation(),
});

/** The form of a user who has no password. A second-factor code may be required. */
export const closingPageFormWithoutPassword = formOf({
  ...reauthenticationFields(),
  confirmation: typedConfirmation(),
});
