/** The preview of a chosen avatar before its upload. */
import { useEffect, useState } from "react";
import { AVATAR_TYPES } from "~/domain/avatars";
import { UPLOAD_MAX_BYTES } from "~/domain/limits";

/** `src` is null for a file that the form will reject. */
export function usePreview() {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => () => (src === null ? undefined : URL.revokeObjectURL(src)), [src]);
  return {
    src,
    show(file: File | null): void {
      setSrc(file && canBeAvatar(file) ? URL.createObjectURL(file) : null);
    },
    clear: () => setSrc(null),
  };
}

function canBeAvatar({ type, size }: File): boolean {
  return AVATAR_TYPES.some((accepted) => accepted === type) && size <= UPLOAD_MAX_BYTES;
}
