/** The input of signing in with a social network, and of connecting and disconnecting one. */
import { TOKEN_MAX_LENGTH } from "../limits";
import { NETWORKS } from "../networks";
import { toMessage } from "../messages";
import { flag, select } from "./choices";
import { reauthenticationFields } from "./reauthentication";
import { email, createFormSchema, optional, requiredText } from "./rules";

/** `signup` and `email` answer what the product asks a visitor who has no account yet. */
export const networkSignInForm = createFormSchema({
  token: handOverToken(),
  signup: optional(flag()),
  email: optional(email()),
});

export const linkNetworkForm = createFormSchema({
  token: handOverToken(),
  ...reauthenticationFields(),
});

export const unlinkNetworkForm = createFormSchema({
  provider: select(NETWORKS, toMessage("errors:not_found")),
  ...reauthenticationFields(),
});

function handOverToken() {
  return requiredText(toMessage("errors:social_failed"), { max: TOKEN_MAX_LENGTH });
}

/** The page's own part of it: the email that the network did not send. */
export const networkEmailForm = createFormSchema({ email: email() });
