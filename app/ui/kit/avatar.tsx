/** The avatar: a person's picture, or their initials. */
import clsx from "clsx";

export interface AvatarProps {
  name: string;
  /** Address of the picture; none shows the initials. */
  src?: string | null;
  className?: string;
  /** Called when the picture cannot be shown. */
  onError?: () => void;
}

/** A circle of 30 px, or of the size in `className`. Decoration: the name stands beside it, or labels its button. */
export function Avatar({ name, src, className, onError }: AvatarProps) {
  const frame = clsx("shrink-0 rounded-full", className ?? "size-7.5 text-xs");
  if (src) return <img src={src} alt="" className={clsx(frame, "object-cover")} onError={onError} />;
  return (
    <span
      aria-hidden
      className={clsx(frame, "grid place-items-center bg-accent-soft font-semibold text-accent-text")}
    >
      {getInitials(name)}
    </span>
  );
}

/** First letters of the first and the last word: "Grace Brewster Hopper" is "GH". */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words.at(0) ?? "";
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  // By code point, so that an emoji or a letter outside the basic plane is not cut in half.
  return [first, last]
    .map((word) => Array.from(word).at(0) ?? "")
    .join("")
    .toUpperCase();
}
