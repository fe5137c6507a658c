/** Pictures of people: what may be sent, and where each is served. Spec §5 "Avatar". */

/** Some programs call a JPEG `image/jpg`. What the file really is, is found out when it is decoded. */
export const AVATAR_TYPES = ["image/png", "image/jpeg", "image/jpg"] as const;

export type AvatarEnding = "png" | "jpg";

/** A picture's file: 128 random bits that nobody guesses. */
export const AVATAR_FILE = /^[\da-f]{32}\.(png|jpg)$/;

/** Where pictures are served, below which each has its file's name. */
export const AVATAR_PATH = "/avatar";

/** The address of a person's picture; null for somebody who has none. A new picture has a new address. */
export function avatarAddress(file: string | null): string | null {
  return file === null ? null : `${AVATAR_PATH}/${file}`;
}
