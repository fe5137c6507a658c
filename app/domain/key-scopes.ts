/** The rights of an API key: its scopes, and the role that each of them takes. */
import { OWN_KEY_SCOPES } from "../product/names";
import { canActAs, type Actor, type Permission, type Role } from "./roles";

/**
 * The scopes of the product without what is in app/product/, each with the role that it takes: a key acts as the member who
 * created it, so its scopes cannot exceed what their role allows. In the order of the page.
 */
export const PRODUCT_KEY_SCOPES = {
  "events:write": "user",
  "users:read": "admin",
  "users:write": "admin",
  "invites:write": "admin",
  "account:read": "admin",
  "account:write": "owner",
  "billing:read": "owner",
  "usage:read": "owner",
} as const satisfies Record<string, Permission>;

const SCOPE_PERMISSIONS = { ...PRODUCT_KEY_SCOPES, ...OWN_KEY_SCOPES };

/** The part before the colon is the group. Each has texts under keys:scope. */
export type KeyScope = keyof typeof SCOPE_PERMISSIONS;
export const KEY_SCOPES = Object.keys(SCOPE_PERMISSIONS) as KeyScope[];

/** Whether a member, or one of this role, may give a key this scope. */
export function canGrantScope(member: Role | Actor, scope: KeyScope): boolean {
  return canActAs(member, SCOPE_PERMISSIONS[scope]);
}

/** "users_read" for "users:read": the name of its text, because a colon ends the name of a file of texts. */
type ScopeText = JoinWords<KeyScope>;
type JoinWords<Scope> = Scope extends `${infer Group}:${infer Action}` ? `${Group}_${Action}` : never;

export function toScopeText(scope: KeyScope): ScopeText {
  return scope.replace(":", "_") as ScopeText;
}

/** "users" for "users:read". Each has a text under keys:group. */
type ScopeGroup = KeyScope extends `${infer Group}:${string}` ? Group : never;

export function getScopeGroup(scope: KeyScope): ScopeGroup {
  return scope.split(":")[0] as ScopeGroup;
}

/** The scopes in a text that `formatScopes` wrote. A scope that a later version has removed is left out. */
export function parseScopes(text: string): KeyScope[] {
  const given = text.split(" ");
  return KEY_SCOPES.filter((scope) => given.includes(scope));
}

/** The scopes as one text, in the order of KEY_SCOPES and each once. */
export function formatScopes(scopes: readonly KeyScope[]): string {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope)).join(" ");
}
