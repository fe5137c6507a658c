/** People's pictures: one file a person at most, whatever fails in between. Security K. */
import { AVATAR_FILE } from "~/domain/avatars";
import { AppError } from "~/domain/errors";
import { AVATAR_ORPHAN_AFTER_MS } from "~/domain/limits";
import { z } from "zod";
import type { Pictures } from "~/gateways/pictures/picture-folder";
import type { Log } from "~/log.server";
import { findUser, listUsersByAvatar, type UserRow } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { updateUserRow } from "./update-person.server";
import { defineOperation, requireViewer } from "../platform/operation.server";

export const deleteAvatar = defineOperation({
  name: "removeAvatar",
  method: "DELETE",
  path: "/api/user/avatar",
  summary: "Remove your picture.",
  access: { permission: "user", state: "any" },
  input: z.object({}),
  output: z.object({}),
  async run(_input, context) {
    await changeWithAvatar(context.app, requireViewer(context).user.id, { avatar: null });
    return { data: {}, message: "profile:avatar.removed" };
  },
});

/** Changes a person, their picture with it, and removes the file that is nobody's any more: the old one, or the new. */
export async function changeWithAvatar(
  app: App,
  userId: string,
  changes: Partial<UserRow> & Pick<UserRow, "avatar">,
): Promise<void> {
  const left = await app.store
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
  await deleteAvatarFiles(app, [left]);
}

/** Removes the files of pictures that were somebody's. Never throws: what it cannot remove is swept away later. */
export async function deleteAvatarFiles(
  app: { pictures: Pick<Pictures, "remove">; log: Pick<Log, "warn"> },
  files: readonly (string | null)[],
): Promise<void> {
  for (const file of files) {
    if (file === null) continue;
    await app.pictures.remove(file).catch((error: unknown) => {
      app.log.warn({ err: error, file }, "a picture could not be removed");
    });
  }
}

/** How many files are looked up at once. */
const PAGE = 100;

/** Removes the files that are nobody's, as a crash between the file and the row leaves them. Never throws. */
export async function deleteOrphanAvatars(app: App): Promise<void> {
  try {
    const files = await app.pictures.listOlderThan(new Date(Date.now() - AVATAR_ORPHAN_AFTER_MS));
    for (let start = 0; start < files.length; start += PAGE) {
      const page = files.slice(start, start + PAGE);
      const named = page.filter((file) => AVATAR_FILE.test(file));
      const owners = await listUsersByAvatar(app.store, { files: named });
      const owned = new Set(owners.map((owner) => owner.avatar));
      await deleteAvatarFiles(
        app,
        page.filter((file) => !owned.has(file)),
      );
    }
  } catch (error) {
    app.log.warn({ err: error }, "the pictures could not be looked through");
  }
}
