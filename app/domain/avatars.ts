/** Avatars of users: which types may be uploaded, and the URL of each. */

/** Some programs call a JPEG `image/jpg`. The decoder finds out the real type. */
export const AVATAR_TYPES = ["image/png", "image/jpeg", "image/jpg"] as const;

export type AvatarEnding = "png" | "jpg";

/** The name of an avatar's file. Its 128 random bits cannot be guessed. */
export const AVATAR_FILE = /^[\da-f]{32}\.(png|jpg)$/;

/** The path below which each avatar is served under its file name. */
export const AVATAR_PATH = "/avatar";

/** Returns the URL of a user's avatar, or null when the user has none. A new avatar has a new URL. */
export function toAvatarUrl(file: string | null): string | null {
  return file === null ? null : `${AVATAR_PATH}/${file}`;
}
