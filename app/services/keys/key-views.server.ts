/** API keys in responses. */
import * as z from "zod";
import { KEY_STATUSES, type ApiKeyView } from "~/domain/api-keys";
import { KEY_SCOPES, parseScopes } from "~/domain/key-scopes";
import type { ApiKeyRow } from "~/models/api-key.server";
import { listMembersByUser } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { listUsers } from "~/models/user.server";
import type { App } from "../platform/app.server";
import type { UnstoredKeyUse } from "../platform/workers.server";
import { parseIpRanges } from "./key-ips.server";
import { getKeyStatus } from "./key-status.server";

export const keyShape: z.ZodType<ApiKeyView> = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  scope: z.array(z.enum(KEY_SCOPES)),
  active: z.boolean(),
  status: z.enum(KEY_STATUSES),
  allowed_ips: z.array(z.string()),
  expires_at: z.iso.datetime().nullable(),
  overlap_ends_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
  last_used_ip: z.string().nullable(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
});

/** The keys of one account, as responses have them. Two queries for the members, however many keys there are. */
export async function toKeyViews(
  { store, keyUse }: Pick<App, "store" | "keyUse">,
  keys: readonly ApiKeyRow[],
): Promise<ApiKeyView[]> {
  const creators = await findCreators(store, keys);
  const now = new Date();
  return keys.map((key) => {
    const creator = creators.get(key.createdById);
    const overlap = key.overlapEndsAt && key.overlapEndsAt > now ? key.overlapEndsAt : null;
    return {
      id: key.id,
      name: key.name,
      key: key.hint,
      scope: parseScopes(key.scopes),
      active: key.revokedAt === null,
      status: getKeyStatus(key, creator?.role, now),
      allowed_ips: parseIpRanges(key.allowedIps),
      expires_at: key.expiresAt?.toISOString() ?? null,
      overlap_ends_at: overlap?.toISOString() ?? null,
      ...toLastUse(key, keyUse.getUnstored(key.id)),
      created_at: key.createdAt.toISOString(),
      created_by: creator?.name ?? null,
    };
  });
}

/** Prefers the use in memory, which is newer than the stored one. */
function toLastUse(
  { lastUsedAt, lastUsedIp }: ApiKeyRow,
  unstored: UnstoredKeyUse | undefined,
): Pick<ApiKeyView, "last_used_at" | "last_used_ip"> {
  const usedAt = unstored?.usedAt ?? lastUsedAt;
  return { last_used_at: usedAt?.toISOString() ?? null, last_used_ip: unstored?.ip ?? lastUsedIp };
}

/** One key as responses have it. */
export async function toKeyView(app: Pick<App, "store" | "keyUse">, key: ApiKeyRow): Promise<ApiKeyView> {
  const [view] = await toKeyViews(app, [key]);
  if (!view) throw new Error("a key has no view");
  return view;
}

async function findCreators(store: Store, keys: readonly ApiKeyRow[]) {
  const [first] = keys;
  if (!first) return new Map<string, never>();
  const userIds = [...new Set(keys.map(({ createdById }) => createdById))];
  const { accountId } = first;
  const [users, members] = await Promise.all([
    listUsers(store, { ids: userIds }),
    listMembersByUser(store, { accountId, userIds }),
  ]);
  const roles = new Map(members.map(({ userId, role }) => [userId, role]));
  return new Map(
    users.flatMap(({ id, name }) => {
      const role = roles.get(id);
      return role ? [[id, { name, role }] as const] : [];
    }),
  );
}
