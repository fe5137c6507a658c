/** Creating and rotating an API key: the only two calls whose answers contain a whole key. */
import * as z from "zod";
import { type ApiKeyView, KEY_OVERLAP_HOURS_DEFAULT } from "~/domain/api-keys";
import { AppError } from "~/domain/errors";
import { keyForm, keyRotationForm } from "~/domain/forms/keys";
import { formatScopes } from "~/domain/key-scopes";
import { hours } from "~/domain/limits";
import { createApiKey, rotateApiKey } from "~/models/api-key.server";
import {
  requireReauthentication,
  requireRepeatedReauthentication,
} from "../identity/reauthentication.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer } from "../platform/operation.server";
import { recordAccountEvent } from "../platform/account-events/record-account-event.server";
import { requireRole } from "../team/require-role.server";
import { findSeatPlans } from "../team/require-seats.server";
import { formatIpRanges } from "./key-ips.server";
import {
  getApiKey,
  getChangeableKey,
  getExpiryWarnedAt,
  requireFutureEnd,
  requireGrantable,
  requireOwnScopes,
} from "./key-rules.server";
import { createKeySecret, getKeyMode } from "./key-secret.server";
import { keyShape, toKeyView } from "./key-views.server";
import { requireKeyPlace } from "./require-key-place.server";

/** With the whole key, which no other answer contains. */
export const issuedShape: z.ZodType<ApiKeyView & { full_key: string }> = z.intersection(
  keyShape,
  z.object({ full_key: z.string() }),
);

const BY_SIGN_IN = { acceptsSignIn: true };

export const createKey = defineOperation({
  name: "createKey",
  method: "POST",
  path: "/api/key",
  summary:
    "Create an API key. full_key is the whole key, and no later answer contains it. The key acts as you, within its " +
    "scopes. Needs password or code, unless one was given within ten minutes, also in signing in.",
  access: { permission: "developer", state: "subscribed" },
  needsOwnSession: true,
  acceptsIdempotencyKey: true,
  confirmRepeat: (given, context) => requireRepeatedReauthentication(context, given, BY_SIGN_IN),
  input: keyForm,
  output: issuedShape,
  refusesImpersonator: true,
  async run({ name, scope, expires_at: expiresAt = null, allowed_ips: ips = [], ...given }, context) {
    const { app } = context;
    const viewer = requireViewer(context);
    const { user, account } = viewer;
    const plans = await findSeatPlans(app.store, viewer.subscription);
    const place = { accountId: account.id, reader: viewer, plans };
    await requireKeyPlace(app.store, place);
    requireGrantable(context, scope);
    requireFutureEnd(expiresAt);
    await requireReauthentication(context, given, BY_SIGN_IN);
    const { fullKey, secret } = createKeySecret(getKeyMode(app.config));
    const settings = { name, scopes: formatScopes(scope), allowedIps: formatIpRanges(ips), expiresAt };
    const expiryWarnedAt = getExpiryWarnedAt(expiresAt);
    const owner = { accountId: account.id, createdById: user.id };
    const key = await app.store.transaction(async (store) => {
      // Locks the account, so that of several who create keys at once each sees those before.
      await requireRole(store, context, "developer");
      await requireKeyPlace(store, place);
      const created = await createApiKey(store, { ...owner, ...settings, expiryWarnedAt }, secret);
      await recordAudit(store, context, { action: "key_created", target: name });
      const data = { id: created.id, name };
      await recordAccountEvent(store, { accountId: account.id, type: "key.created", data });
      return created;
    });
    return { data: { ...(await toKeyView(app, key)), full_key: fullKey }, message: "keys:created" };
  },
});

export const rotateKey = defineOperation({
  name: "rotateKey",
  method: "POST",
  path: "/api/key/:id/rotate",
  summary:
    "Replace the secret of an API key. full_key is the new key. The former one works for overlap_hours more: 0, 1, 24 " +
    "(the default) or 168. From now on the key acts as you. Needs password or code, as creating one does.",
  access: { permission: "developer", state: "subscribed" },
  needsOwnSession: true,
  acceptsIdempotencyKey: true,
  confirmRepeat: (given, context) => requireRepeatedReauthentication(context, given, BY_SIGN_IN),
  input: keyRotationForm,
  output: issuedShape,
  refusesImpersonator: true,
  async run({ id, overlap_hours: overlap = KEY_OVERLAP_HOURS_DEFAULT, ...given }, context) {
    const { app } = context;
    const { user } = requireViewer(context);
    requireOwnScopes(context, await getChangeableKey(app.store, context, id));
    await requireReauthentication(context, given, BY_SIGN_IN);
    const { fullKey, secret } = createKeySecret(getKeyMode(app.config));
    const overlapEndsAt = overlap === 0 ? null : new Date(Date.now() + hours(overlap));
    await app.store.transaction(async (store) => {
      await requireRole(store, context, "developer");
      const key = await getChangeableKey(store, context, id);
      requireOwnScopes(context, key);
      const next = { ...secret, overlapEndsAt, createdById: user.id };
      if (!(await rotateApiKey(store, key, next))) throw new AppError("conflict", "errors:conflict");
      await recordAudit(store, context, { action: "key_rotated", target: key.name });
      const { accountId, name } = key;
      await recordAccountEvent(store, { accountId, type: "key.rotated", data: { id, name } });
    });
    const rotated = await getApiKey(app.store, context, id);
    return { data: { ...(await toKeyView(app, rotated)), full_key: fullKey }, message: "keys:rotated" };
  },
});
