/** The input of signing up, signing in, verifying an email, and switching to another account. */
import { TOKEN_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import {
  confirmedPassword,
  email,
  createFormSchema,
  optional,
  newPassword,
  password,
  personName,
  repeats,
  requiredText,
} from "./rules";

export const signUpForm = createFormSchema({
  name: personName(),
  email: email(),
  password: newPassword(),
  confirm_password: confirmedPassword(),
}).check(repeats("password", "confirm_password"));

export const signInForm = createFormSchema({ email: email(), password: password() });

/** The email that receives a link to sign in or to set a new password. */
export const emailAddressForm = createFormSchema({ email: email() });

export const magicForm = createFormSchema({
  token: requiredText(toMessage("errors:magic_link_invalid"), { max: TOKEN_MAX_LENGTH }),
});

/** Only the page sends `confirm_password`; an API client leaves it out. */
export const resetPasswordForm = createFormSchema({
  jwt: requiredText(toMessage("errors:reset_link_invalid"), { max: TOKEN_MAX_LENGTH }),
  email: email(),
  password: newPassword(),
  confirm_password: optional(confirmedPassword()),
}).check(repeats("password", "confirm_password", { isOptional: true }));

export const verifyForm = createFormSchema({
  token: requiredText(toMessage("errors:link_expired"), { max: TOKEN_MAX_LENGTH }),
});

export const switchAccountForm = createFormSchema({
  account: requiredText(toMessage("errors:unknown_account"), { max: 36 }),
});
