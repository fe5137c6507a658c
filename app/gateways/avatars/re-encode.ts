/**
 * Creates a small avatar from an upload. None of the upload's bytes are kept, so a script, a GPS position or a
 * second file inside it is lost. Runs only in the avatar process.
 */
import sharp from "sharp";
import type { AvatarEnding } from "~/domain/avatars";
import { AVATAR_JPEG_QUALITY, AVATAR_MAX_PIXELS, AVATAR_SIZE_PX } from "~/domain/limits";

export interface Avatar {
  bytes: Uint8Array;
  ending: AvatarEnding;
}

/** Why there is no avatar: the upload has too many pixels, or cannot be decoded. */
export type AvatarFault = { fault: "too_many_pixels" | "unreadable"; reason: string };

// By default the library also reads SVG, GIF, TIFF, PDF and more, and each of these formats has had
// vulnerabilities.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
// Each avatar is read only once.
sharp.cache(false);
// One thread for each avatar; the other cores are left to the server.
sharp.concurrency(1);

/** Returns a square PNG for a PNG, a square JPEG for a JPEG, or the reason why there is none. Never throws. */
export async function reencodeAvatar(upload: Uint8Array): Promise<Avatar | AvatarFault> {
  try {
    // Reading the size decodes nothing.
    const { format, width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
    if (width * height > AVATAR_MAX_PIXELS)
      return { fault: "too_many_pixels", reason: `${width} x ${height}` };
    const square = sharp(upload, { limitInputPixels: AVATAR_MAX_PIXELS, failOn: "warning" })
      .autoOrient()
      .resize(AVATAR_SIZE_PX, AVATAR_SIZE_PX, { fit: "cover" });
    return format === "png"
      ? { bytes: await square.png().toBuffer(), ending: "png" }
      : { bytes: await square.jpeg({ quality: AVATAR_JPEG_QUALITY }).toBuffer(), ending: "jpg" };
  } catch (error) {
    return { fault: "unreadable", reason: error instanceof Error ? error.message : String(error) };
  }
}
