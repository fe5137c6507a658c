/** The input of the calls about passkeys. */
import { ID_LENGTH, TOKEN_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { PASSKEY_NAME_MAX_LENGTH } from "../passkeys";
import { checkbox } from "./choices";
import { passkeyAssertion, passkeyRegistration } from "./passkey-answers";
import { reauthenticationFields } from "./reauthentication";
import { createFormSchema, optional, requiredText } from "./rules";

function passkeyName() {
  return requiredText(toMessage("form:passkey_name_required"), { max: PASSKEY_NAME_MAX_LENGTH });
}

/** `second_factor`: for a security key that cannot sign in by itself. */
export const passkeyOptionsForm = createFormSchema({
  second_factor: checkbox(),
  ...reauthenticationFields(),
});

/** Without a name it gets that of its maker, or of the browser. */
export const addPasskeyForm = createFormSchema({
  response: passkeyRegistration,
  name: optional(passkeyName()),
  ...reauthenticationFields(),
});

export const renamePasskeyForm = createFormSchema({ id: passkeyId(), name: passkeyName() });

export const removePasskeyForm = createFormSchema({ id: passkeyId(), ...reauthenticationFields() });

export const passkeySignInForm = createFormSchema({ response: passkeyAssertion });

/** The token of a sign-in whose first factor was right. */
export const secondFactorOptionsForm = createFormSchema({ jwt: challengeToken() });

/** Completes it with a passkey in place of a code. */
export const otpPasskeyForm = createFormSchema({ passkey: passkeyAssertion, jwt: challengeToken() });

function challengeToken() {
  return requiredText(toMessage("errors:challenge_expired"), { max: TOKEN_MAX_LENGTH });
}

function passkeyId() {
  return requiredText(toMessage("errors:not_found"), { max: ID_LENGTH });
}
