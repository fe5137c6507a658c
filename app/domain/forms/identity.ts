/** The input of signing up, signing in, verifying, and of a person's own settings. Spec §5 and §7. */
import { LOCALES } from "../locales";
import { say } from "../messages";
import { flag, select } from "./choices";
import { email, formOf, newPassword, optional, password, personName, repeats, requiredText } from "./rules";

export const signUpForm = formOf({
  name: personName(),
  email: email(),
  password: newPassword(),
  confirm_password: password(),
}).check(repeats("password", "confirm_password"));

export const signInForm = formOf({ email: email(), password: password() });

export const verifyForm = formOf({ token: requiredText(say("errors:link_expired"), { max: 200 }) });

export const settingsForm = formOf({
  name: optional(personName()),
  locale: optional(select(LOCALES)),
  dark_mode: optional(flag()),
  onboarded: optional(flag()),
});

export const profileForm = formOf({ name: personName() });

export const switchAccountForm = formOf({
  account: requiredText(say("errors:unknown_account"), { max: 36 }),
});
