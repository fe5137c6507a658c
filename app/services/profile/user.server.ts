/** The user's own record and settings. */
import * as z from "zod";
import { toAvatarUrl } from "~/domain/avatars";
import { AppError } from "~/domain/errors";
import { settingsForm } from "~/domain/forms/profile";
import { listShownFields, readOwnValues, toOwnChanges } from "~/domain/own-fields";
import { AVATAR_LIMITS } from "~/domain/rate-limits";
import { canActAs, createPermissionMap, PERMISSIONS } from "~/domain/roles";
import { toSearchKey } from "~/domain/text";
import { findMembership } from "~/models/membership.server";
import { findUser, type UserRow } from "~/models/user.server";
import { OWN_ACCOUNT_FIELDS, OWN_USER_FIELDS } from "~/product/fields";
import { createOwnShape } from "../users/own-fields.server";
import { changeWithAvatar } from "../users/avatar.server";
import { updateUserRow } from "../users/users.server";
import { setAccountName } from "../users/account.server";
import { changeEmail } from "../identity/email-change.server";
import { requireAsShown } from "../platform/changed-meanwhile.server";
import { defineOperation, requireSession, requireViewer, type Context } from "../platform/operation.server";
import { listAccounts, type AccountLister } from "../users/session-user.server";
import { hasTwoFactor } from "../identity/second-factor.server";
import { changeSupportAccess, isSupportAllowed } from "../users/support-access.server";
import { isVerified, type SessionViewer, type Viewer } from "../platform/viewer.server";
import type { Store } from "~/models/store/store";
import { toAccountName } from "../platform/account-name.server";
import type { AccountRow } from "~/models/account.server";

export const userShape = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The email that replaces it once it is verified. */
  pending_email: z.string().nullable(),
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
  ...createOwnShape(OWN_USER_FIELDS),
});

export const getUser = defineOperation({
  name: "getUser",
  method: "GET",
  path: "/api/user",
  summary: "Read your own record.",
  access: { permission: "user", state: "any" },
  input: z.object({}),
  output: userShape,
  async run(_input, context) {
    return { data: await readUserResponse(context.app.store, requireSession(context), context.locale) };
  },
});

export const updateUser = defineOperation({
  name: "updateUser",
  method: "PATCH",
  path: "/api/user",
  summary:
    "Change your name, picture, language, color mode, default account, whether the introduction has been seen, as the " +
    "owner the account's name, whether " +
    "support may sign in, or the email address: a new one takes effect once verified, and requires the password, a second-factor code or a passkey unless " +
    "one was given within ten minutes. A picture comes as multipart/form-data, from verified users only.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  input: settingsForm,
  acceptsFiles: { access: { permission: "user", state: "verified" }, limits: AVATAR_LIMITS },
  output: userShape,
  async run(input, context) {
    const { app } = context;
    const viewer = requireSession(context);
    await requireMayChange(app.store, viewer, input);
    // An avatar that cannot be read is rejected before anything changes. After a failure below, cleanup deletes its file.
    const avatar = input.avatar && (await app.avatars.save(input.avatar));
    const { email, password, code, passkey } = input;
    const emailChange =
      email === undefined ? null : await changeEmail(context, { email, password, code, passkey });
    const support = await changeSupportAccess(context, input);
    const changes = toUserChanges(input);
    const hasChanges = avatar !== undefined || Object.keys(changes).length > 0;
    if (input.account_name !== undefined) await setAccountName(context, input.account_name);
    if (avatar) {
      await changeWithAvatar(app, viewer.user.id, Object.assign(changes, { avatar }));
    } else if (hasChanges) {
      await updateOwnRow(context, viewer.user.id, changes);
    }
    const changed: ShownUser = {
      ...viewer,
      account: toChangedAccount(viewer, input),
      user: { ...viewer.user, ...changes, ...emailChange?.changes, ...support?.changes },
    };
    const isSameEmail = isEmailAlone(input, hasChanges);
    const message = isSameEmail ? "profile:email.same" : "profile:saved";
    return {
      data: await readUserResponse(app.store, changed, context.locale),
      message: emailChange?.message ?? support?.message ?? message,
    };
  },
});

export const getPermissions = defineOperation({
  name: "getPermissions",
  method: "GET",
  path: "/api/user/permissions",
  summary: "Read your permissions in this account.",
  access: { permission: "user", state: "any" },
  input: z.object({}),
  output: z.record(z.enum(PERMISSIONS), z.boolean()),
  run: (_input, context) => Promise.resolve({ data: createPermissionMap(requireViewer(context)) }),
});

/** Returns the data of the profile page's cards. Only the owner can change the account's name, so others get null. */
export function toProfile(viewer: Viewer, locale: string) {
  const { user, account } = viewer;
  return {
    name: user.name,
    avatar: toAvatarUrl(user.avatar),
    isVerified: isVerified(user),
    accountName: canActAs(viewer, "owner") ? toAccountName(account, locale) : null,
    defaultAccount: user.defaultAccountId,
    userFields: listShownFields(OWN_USER_FIELDS, user),
    accountFields: canActAs(viewer, "owner") ? listShownFields(OWN_ACCOUNT_FIELDS, account) : [],
  };
}

/** The changed columns, without the avatar, which is saved as a file first. */
function toUserChanges(input: z.infer<typeof settingsForm>): Partial<UserRow> {
  return {
    ...(input.name !== undefined && { name: input.name, nameKey: toSearchKey(input.name) }),
    ...(input.locale !== undefined && { locale: input.locale }),
    ...(input.dark_mode !== undefined && { darkMode: input.dark_mode, themeChosenAt: new Date() }),
    ...(input.onboarded !== undefined && { onboardedAt: input.onboarded ? new Date() : null }),
    ...(input.default_account !== undefined && { defaultAccountId: input.default_account }),
    ...toOwnChanges(OWN_USER_FIELDS, input),
  };
}

type Settings = z.infer<typeof settingsForm>;

/** The account once these changes are stored. While it has no name, it is named after its owner. */
function toChangedAccount(
  { account, isOwner }: Viewer,
  { name, account_name: ownName }: Settings,
): AccountRow {
  if (ownName !== undefined) return { ...account, name: ownName, unnamedSince: null };
  return account.unnamedSince !== null && isOwner && name !== undefined ? { ...account, name } : account;
}

/** Throws before anything changes: forbidden when another than the owner names the account, and see requireMembership. */
async function requireMayChange(store: Store, viewer: Viewer, input: Settings): Promise<void> {
  if (input.account_name !== undefined && !canActAs(viewer, "owner"))
    throw new AppError("forbidden", "errors:forbidden", { inputError: "account_name" });
  if (input.default_account !== undefined) await requireMembership(store, viewer, input.default_account);
}

/** Throws conflict when a form changes a name that is no longer the one that its page showed. */
async function updateOwnRow(context: Context, id: string, changes: Partial<UserRow>): Promise<void> {
  const { shown, app } = context;
  if (!shown || changes.name === undefined) {
    await updateUserRow(app.store, { id }, changes);
    return;
  }
  await app.store.transaction(async (store) => {
    const user = await findUser(store, { id });
    if (!user) return;
    requireAsShown(context, { stored: { name: user.name }, wanted: { name: changes.name } });
    await updateUserRow(store, { id, name: user.name }, changes);
  });
}

/** Whether the request names an email and nothing else that is stored. */
function isEmailAlone({ email, account_name }: Settings, hasChanges: boolean): boolean {
  return email !== undefined && account_name === undefined && !hasChanges;
}

/** Throws not_found for a non-member. If the membership ends afterwards, sign-in ignores the default account. */
async function requireMembership(store: Store, { user }: Viewer, accountId: string): Promise<void> {
  const membership = await findMembership(store, { userId: user.id, accountId });
  if (!membership) throw new AppError("not_found", "errors:not_found");
}

/** The part of a viewer that their own record shows. Their access state is not in it: a change makes that out of date. */
type ShownUser = AccountLister & Pick<SessionViewer, "permission">;

/** The viewer's own record, as the API returns it in this language. */
export async function readUserResponse(
  store: Store,
  viewer: ShownUser,
  locale: string,
): Promise<z.infer<typeof userShape>> {
  const { user } = viewer;
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    pending_email: user.pendingEmail,
    avatar: toAvatarUrl(user.avatar),
    verified: isVerified(user),
    last_login: user.lastSignInAt?.toISOString() ?? null,
    permission: viewer.permission,
    date_created: user.createdAt.toISOString(),
    "2fa_enabled": await hasTwoFactor(store, user.id),
    has_password: user.passwordHash !== null,
    support_enabled: isSupportAllowed(user),
    account_name: toAccountName(viewer.account, locale),
    accounts: await listAccounts(store, viewer, locale),
    default_account: user.defaultAccountId,
    locale: user.locale,
    dark_mode: user.darkMode,
    onboarded: user.onboardedAt !== null,
    ...readOwnValues(OWN_USER_FIELDS, user),
  };
}
