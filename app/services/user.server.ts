/** A person's own record and settings. Spec §7 "GET and PATCH /api/user". */
import { z } from "zod";
import { settingsForm } from "~/domain/forms/identity";
import { permissionMap, PERMISSIONS } from "~/domain/roles";
import type { UserRow } from "~/models/user";
import { operation, viewerOfContext } from "./operation.server";
import { listAccounts } from "./people.server";
import type { Viewer } from "./viewer.server";
import type { Store } from "~/models/store/store";

/** Spec §3 "User record", with what a person may set. */
const userShape = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  verified: z.boolean(),
  last_login: z.iso.datetime().nullable(),
  permission: z.enum(PERMISSIONS),
  date_created: z.iso.datetime(),
  "2fa_enabled": z.boolean(),
  has_password: z.boolean(),
  support_enabled: z.boolean(),
  account_name: z.string(),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
  default_account: z.string().nullable(),
  locale: z.string(),
  dark_mode: z.boolean(),
  onboarded: z.boolean(),
});

export const getUser = operation({
  name: "getUser",
  method: "GET",
  path: "/api/user",
  summary: "Read one's own record.",
  access: { permission: "user", state: "any" },
  input: z.object({}),
  output: userShape,
  async run(_input, context) {
    return { data: await userRecord(context.app.store, viewerOfContext(context)) };
  },
});

export const updateUser = operation({
  name: "updateUser",
  method: "PATCH",
  path: "/api/user",
  summary: "Change one's own name, language, colours, or that the introduction has been seen.",
  access: { permission: "user", state: "any" },
  input: settingsForm,
  output: userShape,
  async run(input, context) {
    const viewer = viewerOfContext(context);
    const changes: Partial<UserRow> = {
      ...(input.name !== undefined && { name: input.name }),
      ...(input.locale !== undefined && { locale: input.locale }),
      ...(input.dark_mode !== undefined && { darkMode: input.dark_mode }),
      ...(input.onboarded !== undefined && { onboardedAt: input.onboarded ? new Date() : null }),
    };
    if (Object.keys(changes).length > 0)
      await context.app.store.update("users", { id: viewer.user.id }, changes);
    const changed = { ...viewer, user: { ...viewer.user, ...changes } };
    return { data: await userRecord(context.app.store, changed), message: "account:profile.saved" };
  },
});

export const getPermissions = operation({
  name: "getPermissions",
  method: "GET",
  path: "/api/user/permissions",
  summary: "Read what one may do in this account.",
  access: { permission: "user", state: "any" },
  input: z.object({}),
  output: z.record(z.enum(PERMISSIONS), z.boolean()),
  run: (_input, context) => Promise.resolve({ data: permissionMap(viewerOfContext(context).permission) }),
});

async function userRecord(store: Store, viewer: Viewer): Promise<z.infer<typeof userShape>> {
  const { user } = viewer;
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    avatar: null,
    verified: user.verifiedAt !== null,
    last_login: user.lastSignInAt?.toISOString() ?? null,
    permission: viewer.permission,
    date_created: user.createdAt.toISOString(),
    "2fa_enabled": false,
    has_password: user.passwordHash !== null,
    support_enabled: false,
    account_name: viewer.account.name,
    accounts: await listAccounts(store, viewer),
    default_account: user.defaultAccountId,
    locale: user.locale,
    dark_mode: user.darkMode,
    onboarded: user.onboardedAt !== null,
  };
}
