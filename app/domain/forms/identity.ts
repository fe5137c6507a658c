/** The input of signing up, signing in, verifying an email, and switching to another account. */
import { TOKEN_MAX_LENGTH } from "../limits";
import { say } from "../messages";
import { email, formOf, optional, newPassword, password, personName, repeats, requiredText } from "./rules";

export const signUpForm = formOf({
  name: personName(),
  email: email(),
  password: newPassword(),
  confirm_password: password(),
}).check(repeats("password", "confirm_password"));

export const signInForm = formOf({ email: email(), password: password() });

/** The email that receives a link to sign in or to set a new password. */
export const addressForm = formOf({ email: email() });

export const magicForm = formOf({
  token: requiredText(say("errors:magic_link_invalid"), { max: TOKEN_MAX_LENGTH }),
});

/** Only the page sends `confirm_password`; an API client leaves it out. */
export const resetPasswordForm = formOf({
  jwt: requiredText(say("errors:reset_link_invalid"), { max: TOKEN_MAX_LENGTH }),
  email: email(),
  password: newPassword(),
  confirm_password: optional(password()),
}).check(repeats("password", "confirm_password", { isOptional: true }));

export const verifyForm = formOf({
  token: requiredText(say("errors:link_expired"), { max: TOKEN_MAX_LENGTH }),
});

export const switchAccountForm = formOf({
  account: requiredText(say("errors:unknown_account"), { max: 36 }),
});
