/** The founder's own fields of accounts: reading and changing them. Those of users are part of `updateUser`. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { ownAccountForm } from "~/domain/forms/profile";
import { readOwnValues, toOwnChanges, type OwnFields } from "~/domain/own-fields";
import { updateAccountRow } from "~/models/account.server";
import { OWN_ACCOUNT_FIELDS } from "~/product/fields";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Operation } from "../platform/operation.server";

/** What an answer has for these fields. */
export function createOwnShape<Fields extends OwnFields>(fields: Fields) {
  const shapes = Object.keys(fields).map((name) => [name, z.string().nullable()]);
  return Object.fromEntries(shapes) as { [Name in keyof Fields]: z.ZodNullable<z.ZodString> };
}

const accountShape = z.object({ id: z.string(), ...createOwnShape(OWN_ACCOUNT_FIELDS) });

export const getAccountFields = defineOperation({
  name: "getAccountFields",
  method: "GET",
  path: "/api/account/fields",
  summary: "Read the account's further details.",
  access: { permission: "admin", state: "any" },
  keyScope: "account:read",
  input: z.object({}),
  output: accountShape,
  run(_input, context) {
    const { account } = requireViewer(context);
    return Promise.resolve({ data: { id: account.id, ...readOwnValues(OWN_ACCOUNT_FIELDS, account) } });
  },
});

export const updateAccountFields = defineOperation({
  name: "updateAccountFields",
  method: "PATCH",
  path: "/api/account/fields",
  summary: "Change the account's further details. One that is empty is removed.",
  access: { permission: "owner", state: "any" },
  needsOwnSession: true,
  keyScope: "account:write",
  auditsItself: true,
  input: ownAccountForm,
  output: accountShape,
  async run(input, context) {
    const { account } = requireViewer(context);
    const changes = toOwnChanges(OWN_ACCOUNT_FIELDS, input);
    const names = Object.keys(changes);
    if (names.length > 0)
      await context.app.store.transaction(async (store) => {
        if (!(await updateAccountRow(store, account, changes)))
          throw new AppError("not_found", "errors:not_found");
        await recordAudit(store, context, { action: "account_details_changed", target: names.join(", ") });
      });
    const values = readOwnValues(OWN_ACCOUNT_FIELDS, { ...account, ...changes });
    return { data: { id: account.id, ...values }, message: "profile:saved" };
  },
});

/** None while the founder has no such field: the API has no calls that do nothing. */
export const OWN_FIELD_OPERATIONS: readonly Operation[] =
  Object.keys(OWN_ACCOUNT_FIELDS).length === 0 ? [] : [getAccountFields, updateAccountFields];
