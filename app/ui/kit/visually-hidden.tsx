/** Text for screen readers alone. */
import type { ReactNode } from "react";

/** Hides its content from eyes, not from ears. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
