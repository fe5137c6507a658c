/** The input of the user's own settings, of the account's name, and of closing an account or a user. */
import * as z from "zod/mini";
import { AVATAR_TYPES } from "../avatars";
import { ID_LENGTH, NAME_MAX_LENGTH, SUPPORT_HOURS, UPLOAD_MAX_BYTES } from "../limits";
import { LOCALES } from "../locales";
import { toMessage } from "../messages";
import { file, flag, optionalFile, select, selectNumber } from "./choices";
import { OWN_ACCOUNT_FIELDS, OWN_USER_FIELDS } from "../../product/fields";
import { createOwnRules } from "./own-rules";
import { reauthenticationFields } from "./reauthentication";
import {
  email,
  createFormSchema,
  isEmptyInput,
  optional,
  optionalText,
  password,
  personName,
  requiredText,
} from "./rules";

const accountName = () => requiredText(toMessage("profile:account.name_required"), { max: NAME_MAX_LENGTH });
const AVATAR = { accept: AVATAR_TYPES, maxBytes: UPLOAD_MAX_BYTES };
const avatar = () => file(AVATAR);
const accountId = () => requiredText(toMessage("errors:unknown_account"), { max: ID_LENGTH });

/** The settings without the founder's own fields. */
export const PRODUCT_SETTINGS = {
  name: optional(personName()),
  email: optional(email()),
  /** Required to change the email. */
  ...reauthenticationFields(),
  avatar: optional(avatar()),
  locale: optional(select(LOCALES)),
  dark_mode: optional(flag()),
  onboarded: optional(flag()),
  default_account: optional(accountId()),
  /** For the owner of the account. */
  account_name: optional(accountName()),
  support_enabled: optional(flag()),
  support_hours: optional(selectNumber(SUPPORT_HOURS)),
};

export const settingsForm = createFormSchema({ ...PRODUCT_SETTINGS, ...createOwnRules(OWN_USER_FIELDS) });

/** The founder's own fields, on the page a form each. */
export const ownUserForm = createFormSchema(createOwnRules(OWN_USER_FIELDS));
export const ownAccountForm = createFormSchema(createOwnRules(OWN_ACCOUNT_FIELDS));

export const profileForm = createFormSchema({ name: personName() });

/** The first step of the introduction: the user and, for its owner, the account. The avatar can follow later. */
export const introductionForm = z.pipe(
  z.transform(leaveOutSkipped),
  createFormSchema({
    name: personName(),
    account_name: optional(accountName()),
    avatar: optionalFile(AVATAR),
  }),
);

/** Skipping asks for nothing that is missing. What was entered is checked all the same. */
function leaveOutSkipped(fields: Record<string, unknown>): Record<string, unknown> {
  if (fields.then !== "skip") return fields;
  return {
    ...fields,
    name: isEmptyInput(fields.name) ? "skipped" : fields.name,
    account_name: isEmptyInput(fields.account_name) ? undefined : fields.account_name,
  };
}

/** `false` brings the list back. */
export const checklistForm = createFormSchema({ dismissed: flag() });

export const emailForm = createFormSchema({ email: email(), ...reauthenticationFields() });

export const endSessionForm = createFormSchema({ id: requiredText(undefined, { max: ID_LENGTH }) });

export const avatarForm = createFormSchema({ avatar: avatar() });

export const accountNameForm = createFormSchema({
  name: accountName(),
});

/** `confirmation` is the account's name or the user's email, typed on the page that closes it. */
export const closingForm = createFormSchema({
  ...reauthenticationFields(),
  password: optional(password(toMessage("profile:closing.password_required"))),
  confirmation: optionalText(),
});

const typedConfirmation = () => requiredText(toMessage("profile:closing.confirmation_required"));

/** The same form on the page, where both fields are typed. Each empty field has its own error. */
export const closingPageForm = createFormSchema({
  password: password(toMessage("profile:closing.password_required")),
  confirmation: typedConfirmation(),
});

/** The form of a user who has no password. A second-factor code may be required. */
export const closingPageFormWithoutPassword = createFormSchema({
  ...reauthenticationFields(),
  confirmation: typedConfirmation(),
});
