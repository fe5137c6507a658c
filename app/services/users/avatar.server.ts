/** Users' avatars. A user has at most one file, also when a change fails halfway. */
import { AVATAR_FILE } from "~/domain/avatars";
import { AppError } from "~/domain/errors";
import { AVATAR_ORPHAN_AFTER_MS } from "~/domain/limits";
import * as z from "zod";
import type { Avatars } from "~/gateways/avatars/avatars";
import type { Log } from "~/log.server";
import type { Store } from "~/models/store/store";
import { findUser, listUsersByAvatar, type UserRow } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { defineOperation, requireViewer } from "../platform/operation.server";
import { updateUserRow } from "./users.server";

export const deleteAvatar = defineOperation({
  name: "removeAvatar",
  method: "DELETE",
  path: "/api/user/avatar",
  summary: "Remove your picture.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  input: z.object({}),
  output: z.object({}),
  async run(_input, context) {
    await changeWithAvatar(context.app, requireViewer(context).user.id, { avatar: null });
    return { data: {}, message: "profile:avatar.removed" };
  },
});

/** Changes the user and their avatar. Deletes the file that is no longer used: the old one, or the new one on failure. */
export async function changeWithAvatar(
  app: App,
  userId: string,
  changes: Partial<UserRow> & Pick<UserRow, "avatar">,
): Promise<void> {
  const replaced = await app.store
    .transaction(async (store) => {
      const user = await findUser(store, { id: userId });
      if (!user) throw new AppError("unauthenticated", "errors:sign_in_first");
      await updateUserRow(store, { id: userId }, changes);
      return user.avatar;
    })
    .catch(async (error: unknown) => {
      await deleteAvatarFiles(app, [changes.avatar]);
      throw error;
    });
  await deleteAvatarFiles(app, [replaced]);
}

/** Deletes the files of previous avatars. Never throws: `deleteOrphanAvatars` deletes later what cannot be deleted now. */
export async function deleteAvatarFiles(
  app: { avatars: Pick<Avatars, "remove">; log: Pick<Log, "warn"> },
  files: readonly (string | null)[],
): Promise<void> {
  for (const file of files) {
    if (file === null) continue;
    await app.avatars.remove(file).catch((error: unknown) => {
      app.log.warn({ err: error, file }, "a picture could not be deleted");
    });
  }
}

/** How many files one query looks up. */
const PAGE = 100;

/** Of these files, the avatars that a user has. */
export async function keepNamed(store: Store, files: readonly string[]): Promise<string[]> {
  const named: string[] = [];
  for (let start = 0; start < files.length; start += PAGE) {
    const page = files.slice(start, start + PAGE).filter((file) => AVATAR_FILE.test(file));
    for (const { avatar } of await listUsersByAvatar(store, { files: page }))
      if (avatar !== null) named.push(avatar);
  }
  return named;
}

/** Deletes the files that a crash between writing the file and the row has left without a user. Never throws. */
export async function deleteOrphanAvatars(app: App): Promise<void> {
  try {
    const files = await app.avatars.listOlderThan(new Date(Date.now() - AVATAR_ORPHAN_AFTER_MS));
    const named = new Set(await keepNamed(app.store, files));
    await deleteAvatarFiles(
      app,
      files.filter((file) => !named.has(file)),
    );
  } catch (error) {
    app.log.warn({ err: error }, "the pictures could not be checked for unused files");
  }
}
