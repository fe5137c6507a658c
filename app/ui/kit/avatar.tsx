/** A user's avatar: their picture, or their initials. */
import clsx from "clsx";

interface AvatarProps {
  name: string;
  /** The URL of the avatar; without it the initials are shown. */
  src?: string | null;
  className?: string;
  /** Called when the avatar cannot be loaded. */
  onError?: () => void;
}

/** A circle of 30 px, or of the size in `className`. Decoration: the name is next to it, or labels its button. */
export function Avatar({ name, src, className, onError }: AvatarProps) {
  if (src)
    return <img src={src} alt="" className={clsx("avatar object-cover", className)} onError={onError} />;
  return (
    <span aria-hidden className={clsx("avatar", className)}>
      {getInitials(name)}
    </span>
  );
}

/** The first letters of the first and the last word: "Grace Brewster Hopper" is "GH". */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words.at(0) ?? "";
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  // By code point: an emoji, or a letter outside the Basic Multilingual Plane, has two code units.
  return [first, last]
    .map((word) => Array.from(word).at(0) ?? "")
    .join("")
    .toUpperCase();
}
