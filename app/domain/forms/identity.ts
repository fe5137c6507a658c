/** The input of signing up, signing in, verifying, and of going over to another account. Spec §5 and §7. */
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

/** Where a mail with a link goes: to sign in, or to set a new password. */
export const addressForm = formOf({ email: email() });

export const magicForm = formOf({
  token: requiredText(say("errors:magic_link_invalid"), { max: TOKEN_MAX_LENGTH }),
});

/** `confirm_password` is the page's; a program leaves it out. */
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
