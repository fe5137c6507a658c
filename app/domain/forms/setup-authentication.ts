/** The form of the step Authentication: an id and a secret for each network. */
import { clearableText, createFormSchema, optional } from "./rules";
import { setupFields } from "./setup";

/** An id or a secret of a social network. In characters. */
const NETWORK_KEY_MAX_LENGTH = 500;

/** Missing: stays as it is. "" in the id removes the network's keys, and in the secret keeps the one that is set. */
const key = () => optional(clearableText({ max: NETWORK_KEY_MAX_LENGTH }));

export const authenticationForm = createFormSchema({
  ...setupFields,
  facebook_client_id: key(),
  facebook_client_secret: key(),
  twitter_client_id: key(),
  twitter_client_secret: key(),
  linkedin_client_id: key(),
  linkedin_client_secret: key(),
});
