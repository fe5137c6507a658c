/** The grey block that keeps the place of what is still on its way. */
import clsx from "clsx";

/** Give it the size of what it stands for. Silent: say once, near by, that something loads. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={clsx("block animate-pulse rounded bg-line", className ?? "h-4 w-full")} />
  );
}
