/** The settings of the identity providers that the product knows. Apart, because every page with a form loads the other facts. */
import type { KnownIdentityProvider } from "./identity-providers";

/** The settings of a provider, each behind its own prefix: GOOGLE_CLIENT_ID. The secret one is the last. */
export function listKeySettings(id: KnownIdentityProvider): readonly IdentityProviderSetting[] {
  switch (id) {
    case "apple":
      return ["CLIENT_ID", "TEAM_ID", "KEY_ID", "PRIVATE_KEY"];
    case "microsoft":
      return ["CLIENT_ID", "TENANT", "CLIENT_SECRET"];
    default:
      return ["CLIENT_ID", "CLIENT_SECRET"];
  }
}

export type IdentityProviderSetting =
  | "CLIENT_ID"
  | "CLIENT_SECRET"
  | "TENANT"
  | "TEAM_ID"
  | "KEY_ID"
  | "PRIVATE_KEY";

export type KeyField = `${KnownIdentityProvider}_${Lowercase<IdentityProviderSetting>}`;

/** The field of a setting in the form of the step Authentication: google_client_id. */
export function toKeyField(id: KnownIdentityProvider, setting: IdentityProviderSetting): KeyField {
  return `${id}_${setting.toLowerCase() as Lowercase<IdentityProviderSetting>}`;
}

/** Whose directory may sign in, when MICROSOFT_TENANT does not say: any company's, and private persons. */
export const MICROSOFT_TENANT_DEFAULT = "common";
