/** The input of signing in with an identity provider, and of connecting and disconnecting one. */
import { TOKEN_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { flag } from "./choices";
import { reauthenticationFields } from "./reauthentication";
import { email, createFormSchema, optional, requiredText } from "./rules";

/** `signup` and `email` answer what the product asks a visitor who has no account yet. */
export const identityProviderSignInForm = createFormSchema({
  token: handOverToken(),
  signup: optional(flag()),
  email: optional(email()),
});

export const linkIdentityProviderForm = createFormSchema({
  token: handOverToken(),
  ...reauthenticationFields(),
});

export const unlinkIdentityProviderForm = createFormSchema({
  provider: requiredText(toMessage("errors:not_found")),
  ...reauthenticationFields(),
});

function handOverToken() {
  return requiredText(toMessage("errors:sign_in_provider_failed"), { max: TOKEN_MAX_LENGTH });
}

/** The page's own part of it: the email that the provider did not send. */
export const identityProviderEmailForm = createFormSchema({ email: email() });
