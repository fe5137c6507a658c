/** Which operations API keys may call: none that changes credentials, money or keys. */
import { describe, expect, test } from "vitest";
import { canGrantScope, PRODUCT_KEY_SCOPES } from "~/domain/key-scopes";
import { ROLES } from "~/domain/roles";
import { canActAs } from "~/domain/roles";
import { OPERATIONS, PRODUCT_OPERATIONS } from "../operations.server";

const keyed = OPERATIONS.filter(({ keyScope }) => keyScope !== undefined);

test("the calls of each scope", () => {
  const calls = Object.keys(PRODUCT_KEY_SCOPES).map((scope) => [
    scope,
    PRODUCT_OPERATIONS.filter(({ keyScope }) => keyScope === scope).map(({ name }) => name),
  ]);
  expect(Object.fromEntries(calls)).toEqual({
    "events:write": ["createEvent"],
    "users:read": ["listMembers"],
    "users:write": ["updateMember", "removeMember"],
    "invites:write": ["createInvites", "resendInvite", "revokeInvite"],
    "account:read": ["listActivity"],
    "account:write": ["renameAccount"],
    "billing:read": ["listPlans", "getSubscription", "listInvoices"],
    "usage:read": ["getUsage"],
  });
});

describe.each(keyed.map((operation) => [operation.name, operation] as const))("%s", (_name, operation) => {
  test("a role that may give its scope to a key may make the call, too", () => {
    const { access, keyScope } = operation;
    for (const role of ROLES.filter((candidate) => keyScope && canGrantScope(candidate, keyScope)))
      expect(access.permission !== "none" && canActAs(role, access.permission)).toBe(true);
  });

  test("a read scope changes nothing", () => {
    if (operation.keyScope?.endsWith(":read")) expect(operation.method).toBe("GET");
  });
});
