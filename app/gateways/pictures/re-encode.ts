/**
 * Makes a small picture of our own out of an upload. Nothing of the upload's bytes is kept: whatever else was in them
 * (a script, a place, another file behind the picture) does not get through. Runs in the process for pictures alone.
 */
import sharp from "sharp";
import type { AvatarEnding } from "~/domain/avatars";
import { AVATAR_JPEG_QUALITY, AVATAR_MAX_PIXELS, AVATAR_SIZE_PX } from "~/domain/limits";

export interface Picture {
  bytes: Uint8Array;
  ending: AvatarEnding;
}

/** Why there is no picture: the upload has too many pixels, or cannot be read. */
export type PictureFault = { fault: "too_many_pixels" | "unreadable"; reason: string };

// By itself it would also read SVG, GIF, TIFF, PDF and more, each with a history of its own.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
// Each picture is read once.
sharp.cache(false);
// One thread for each picture: the other cores belong to the server.
sharp.concurrency(1);

/** A square PNG of a PNG, a square JPEG of a JPEG, or why there is none. Never throws. */
export async function reEncode(upload: Uint8Array): Promise<Picture | PictureFault> {
  try {
    // Reading the size unfolds nothing.
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
