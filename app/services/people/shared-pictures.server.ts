/** Whether this host sees the pictures that the users have: other hosts may keep them on disks of their own. */
import { AVATAR_FILE } from "~/domain/avatars";
import { PICTURES_CHECKED_MAX } from "~/domain/file-limits";
import type { FileStore } from "~/gateways/files/file-store";
import { MARKER } from "~/gateways/pictures/pictures";
import { insertFileMarker, listFileMarkers } from "~/models/file-marker.server";
import type { Store } from "~/models/store/store";
import { listUsersByAvatar, listUsersWithAvatar } from "~/models/user.server";
import { v7 as uuid } from "uuid";
import type { App } from "../platform/app.server";
import { deleteOrphanAvatars } from "./avatar.server";

export interface PictureParts {
  store: Store;
  files: FileStore;
}

/**
 * At a start: marks the files of a new database, and deletes what a crash has left; or says in the log that they are not the
 * other hosts' files, and deletes none, because they may be another installation's. Never throws.
 */
export async function tidyPictures(app: App): Promise<void> {
  const { store, log } = app;
  const { files } = app.pictures;
  try {
    if ((await markFiles({ store, files })) === "own") await deleteOrphanAvatars(app);
    else
      log.warn(
        { place: files.place },
        "this host does not see the pictures of the other hosts: share the folder, or set STORAGE_URL on every host",
      );
  } catch (error) {
    log.warn(
      { err: error, place: files.place },
      "it could not be checked whether the hosts share their pictures",
    );
  }
}

/** "other": the files are not those that this database's pictures were first saved beside. */
async function markFiles({ store, files }: PictureParts): Promise<"own" | "other"> {
  const known = await listFileMarkers(store);
  const marker = await readMarker(files);
  if (known.length > 0) return known.some(({ id }) => id === marker) ? "own" : "other";
  const id = marker ?? uuid();
  if (marker === null) await files.write(MARKER, Buffer.from(`${id}\n`));
  await insertFileMarker(store, { id });
  return "own";
}

/** Whether the files have another marker than the database knows, or none. Changes nothing. */
export async function hasOtherMarker({ store, files }: PictureParts): Promise<boolean> {
  const known = await listFileMarkers(store);
  const marker = await readMarker(files);
  return known.length > 0 && known.every(({ id }) => id !== marker);
}

/** Null without a marker, also when it is damaged. */
async function readMarker(files: FileStore): Promise<string | null> {
  const text = (await files.read(MARKER))?.toString().trim() ?? "";
  return /^[\da-f-]{36}$/.test(text) ? text : null;
}

/** Of the pictures that users have, newest users first and no more than PICTURES_CHECKED_MAX: those without a file. */
export async function listMissingPictures({ store, files }: PictureParts): Promise<string[]> {
  const users = await listUsersWithAvatar(store, { limit: PICTURES_CHECKED_MAX });
  const named = users.flatMap(({ avatar }) => (avatar === null ? [] : [avatar]));
  if (named.length === 0) return [];
  const present = new Set((await files.list()).map(({ name }) => name));
  return keepNamed(
    store,
    named.filter((file) => !present.has(file)),
  );
}

/** How many files one query looks up. */
const PAGE = 100;

/** Of these pictures, those that a user still has: one may have been changed since. */
export async function keepNamed(store: Store, files: readonly string[]): Promise<string[]> {
  const named: string[] = [];
  for (let start = 0; start < files.length; start += PAGE) {
    const page = files.slice(start, start + PAGE).filter((file) => AVATAR_FILE.test(file));
    for (const { avatar } of await listUsersByAvatar(store, { files: page }))
      if (avatar !== null) named.push(avatar);
  }
  return named;
}
