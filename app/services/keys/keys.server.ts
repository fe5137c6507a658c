/** The API keys of an account: reading, changing, revoking and deleting them. */
import * as z from "zod";
import type { ApiKeyView } from "~/domain/api-keys";
import { AppError } from "~/domain/errors";
import { deleteKeysForm, keyChangeForm, keyIdForm } from "~/domain/forms/keys";
import { canGrantScope, getScopeGroup, KEY_SCOPES, toScopeText } from "~/domain/key-scopes";
import { toMessage } from "~/domain/messages";
import { translator } from "~/i18n/translator.server";
import { deleteApiKeys, listApiKeys, listApiKeysById, updateApiKey } from "~/models/api-key.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import type { App } from "../platform/app.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { recordAccountEvent } from "../platform/account-events/record-account-event.server";
import { requireRole } from "../team/require-role.server";
import { hasSamePowers, listKeyChanges, requireKeyAsShown, requireMayChange } from "./key-changes.server";
import { getApiKey, getChangeableKey, requireFutureEnd } from "./key-rules.server";
import { keyShape, toKeyView, toKeyViews } from "./key-views.server";

const MANAGE = { permission: "developer", state: "planned" } as const;

export const listKeys = defineOperation({
  name: "listKeys",
  method: "GET",
  path: "/api/key",
  summary: "List the account's API keys, revoked ones too, newest first. No answer contains a whole key.",
  access: MANAGE,
  input: z.object({}),
  output: z.array(keyShape),
  async run(_input, context) {
    return { data: await readKeys(context.app, requireViewer(context).account.id) };
  },
});

export const getKey = defineOperation({
  name: "getKey",
  method: "GET",
  path: "/api/key/:id",
  summary: "Read one API key.",
  access: MANAGE,
  input: keyIdForm,
  output: keyShape,
  async run({ id }, context) {
    return { data: await toKeyView(context.app, await getApiKey(context.app.store, context, id)) };
  },
});

export const listScopes = defineOperation({
  name: "listScopes",
  method: "GET",
  path: "/api/key/scopes",
  summary:
    "List what API keys can be allowed to do. allowed says whether your role may give the scope to a key.",
  access: MANAGE,
  input: z.object({}),
  output: z.array(
    z.object({
      scope: z.enum(KEY_SCOPES),
      group: z.string(),
      description: z.string(),
      allowed: z.boolean(),
    }),
  ),
  async run(_input, { viewer, locale }) {
    const { message } = translator(locale);
    const scopes = KEY_SCOPES.map((scope) => ({
      scope,
      group: getScopeGroup(scope),
      description: message(`keys:scope.${toScopeText(scope)}`),
      allowed: viewer !== null && canGrantScope(viewer, scope),
    }));
    return Promise.resolve({ data: scopes });
  },
});

export const updateKey = defineOperation({
  name: "updateKey",
  method: "PATCH",
  path: "/api/key/:id",
  summary:
    "Change an API key's name, scopes, end or allowed IPs, or revoke it with active: false. A revoked key stays revoked. " +
    "Scopes, end and IPs need password or code, as creating a key does; a name and revoking need none.",
  access: MANAGE,
  needsOwnSession: true,
  input: keyChangeForm,
  output: keyShape,
  refusesImpersonator: true,
  async run({ id, active, password, code, passkey, ...settings }, context) {
    if (active === false) return revokeKey(context, id);
    const { app } = context;
    const asRead = await getChangeableKey(app.store, context, id);
    requireKeyAsShown(context, asRead, settings);
    const changes = listKeyChanges(asRead, settings);
    requireMayChange(context, asRead, changes);
    if (changes.row.expiresAt) requireFutureEnd(changes.row.expiresAt);
    if (changes.isSensitive)
      await requireReauthentication(context, { password, code, passkey }, { acceptsSignIn: true });
    await app.store.transaction(async (store) => {
      await requireRole(store, context, "developer");
      const key = await getChangeableKey(store, context, id);
      // Whether the caller may make the change was decided for the key as it was read.
      if (!hasSamePowers(key, asRead)) throw new AppError("conflict", "errors:conflict");
      requireKeyAsShown(context, key, settings);
      if (Object.keys(changes.row).length === 0) return;
      if (!(await updateApiKey(store, key, changes.row))) throw new AppError("conflict", "errors:conflict");
      await recordAudit(store, context, { action: "key_changed", target: changes.row.name ?? key.name });
    });
    const key = await getApiKey(app.store, context, id);
    return { data: await toKeyView(app, key), message: "keys:changed" };
  },
});

export const deleteKeys = defineOperation({
  name: "deleteKeys",
  method: "DELETE",
  path: "/api/key",
  summary:
    "Delete API keys by their ids: all of them, or none when one is not the account's. They stop working at once.",
  access: MANAGE,
  needsOwnSession: true,
  input: deleteKeysForm,
  listField: "ids",
  output: z.object({ deleted: z.number().int() }),
  refusesImpersonator: true,
  async run({ ids }, context) {
    const accountId = requireViewer(context).account.id;
    await context.app.store.transaction(async (store) => {
      await requireRole(store, context, "developer");
      const keys = await listApiKeysById(store, { accountId, ids });
      if (keys.length !== ids.length) throw new AppError("not_found", "errors:not_found");
      await deleteApiKeys(store, { accountId, ids });
      await recordAudit(store, context, {
        action: "key_deleted",
        target: keys.map(({ name }) => name).join(", "),
      });
      const data = { keys: keys.map(({ id, name }) => ({ id, name })) };
      await recordAccountEvent(store, { accountId, type: "key.deleted", data });
    });
    return { data: { deleted: ids.length }, message: toMessage("keys:deleted", { count: ids.length }) };
  },
});

/** The account's keys as the page and `GET /api/key` show them. */
export async function readKeys(app: Pick<App, "store" | "keyUse">, accountId: string): Promise<ApiKeyView[]> {
  return toKeyViews(app, await listApiKeys(app.store, { accountId }));
}

/** Revoking asks for no password: in an emergency it must be quick. Twice is the same as once. */
async function revokeKey(context: Context, id: string) {
  const { app } = context;
  await app.store.transaction(async (store) => {
    await requireRole(store, context, "developer");
    const key = await getApiKey(store, context, id);
    if (!(await updateApiKey(store, key, { revokedAt: new Date() }))) return;
    await recordAudit(store, context, { action: "key_revoked", target: key.name });
    const { accountId, name } = key;
    await recordAccountEvent(store, { accountId, type: "key.revoked", data: { id, name } });
  });
  const key = await getApiKey(app.store, context, id);
  return { data: await toKeyView(app, key), message: "keys:revoked" as const };
}
