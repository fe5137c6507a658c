/**
 * Makes a small picture of our own out of what somebody sent. Nothing of the upload's bytes is kept: whatever else was
 * in them (a script, a place, another file behind the picture) does not get through. Security K.
 */
import type { AvatarEnding } from "~/domain/avatars";
import { AppError } from "~/domain/errors";
import {
  AVATAR_DECODE_SECONDS,
  AVATAR_JPEG_QUALITY,
  AVATAR_MAX_PIXELS,
  AVATAR_SIZE_PX,
} from "~/domain/limits";

export interface Picture {
  bytes: Buffer;
  ending: AvatarEnding;
}

/** A square PNG of a PNG, a square JPEG of a JPEG. Throws invalid for anything else, broken files included. */
export async function reEncode(upload: Uint8Array): Promise<Picture> {
  const sharp = await (loaded ??= loadSharp());
  try {
    const picture = sharp(upload, { limitInputPixels: AVATAR_MAX_PIXELS, failOn: "warning" });
    const { format } = await picture.metadata();
    const square = picture
      .autoOrient()
      .resize(AVATAR_SIZE_PX, AVATAR_SIZE_PX, { fit: "cover" })
      .timeout({ seconds: AVATAR_DECODE_SECONDS });
    return format === "png"
      ? { bytes: await square.png().toBuffer(), ending: "png" }
      : { bytes: await square.jpeg({ quality: AVATAR_JPEG_QUALITY }).toBuffer(), ending: "jpg" };
  } catch (cause) {
    throw new AppError("invalid", "profile:avatar.unreadable", { inputError: "avatar", cause });
  }
}

let loaded: ReturnType<typeof loadSharp> | undefined;

/** Loaded for the first upload: it is large, and starting must not wait for it. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // By itself it would also read SVG, GIF, TIFF, PDF and more, each with a history of its own.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
  // Each picture is read once.
  sharp.cache(false);
  return sharp;
}
