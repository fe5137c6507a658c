/** The input of signing in with a social network, and of connecting and disconnecting one. */
import { TOKEN_MAX_LENGTH } from "../limits";
import { NETWORKS } from "../networks";
import { say } from "../messages";
import { flag, select } from "./choices";
import { reauthenticationFields } from "./reauthentication";
import { email, formOf, optional, requiredText } from "./rules";

/** `signup` and `email` answer what the product asks a visitor who has no account yet. */
export const networkSignInForm = formOf({
  token: handOverToken(),
  signup: optional(flag()),
  email: optional(email()),
});

export const linkNetworkForm = formOf({
  token: handOverToken(),
  ...reauthenticationFields(),
});

export const unlinkNetworkForm = formOf({
  provider: select(NETWORKS, say("errors:not_found")),
  ...reauthenticationFields(),
});

function handOverToken() {
  return requiredText(say("errors:social_failed"), { max: TOKEN_MAX_LENGTH });
}

/** The page's own part of it: the email that the network did not send. */
export const networkEmailForm = formOf({ email: email() });
