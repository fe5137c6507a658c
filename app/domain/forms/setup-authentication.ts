/** The form of the step Authentication: the keys of each provider that the product knows, and one by OpenID Connect. */
import { KNOWN_IDENTITY_PROVIDER_IDS } from "../identity-providers";
import { listKeySettings, toKeyField, type KeyField } from "../identity-provider-settings";
import { clearableText, createFormSchema, optional } from "./rules";
import { setupFields } from "./setup";

/** An id, a secret or a private key of an identity provider. In characters. */
const KEY_MAX_LENGTH = 1000;

/** Missing: stays as it is. "" in the id removes the provider's keys, and in the secret keeps the one that is set. */
const key = () => optional(clearableText({ max: KEY_MAX_LENGTH, isMultiline: true }));

const keyFields = Object.fromEntries(
  KNOWN_IDENTITY_PROVIDER_IDS.flatMap((id) =>
    listKeySettings(id).map((setting) => [toKeyField(id, setting), key()] as const),
  ),
) as Record<KeyField, ReturnType<typeof key>>;

/** `oidc_name` names the provider to add, to change, or with an empty issuer to remove. */
const openIdFields = {
  oidc_name: key(),
  oidc_issuer: key(),
  oidc_label: key(),
  oidc_client_id: key(),
  oidc_client_secret: key(),
};

export type OpenIdField = keyof typeof openIdFields;

export const authenticationForm = createFormSchema({ ...setupFields, ...keyFields, ...openIdFields });
