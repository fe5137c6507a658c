/** What the root loader tells every page about its reader. */
import type { Locale } from "./locales";
import type { Permission } from "./roles";

/** A message left by the page before, translated. */
export interface Flash {
  text: string;
  variant: "success" | "error";
}

export interface RootViewer {
  name: string;
  email: string;
  avatar: string | null;
  accounts: { id: string; name: string }[];
  accountId: string;
  /** Another one whenever their session has another cookie, or they changed: what the browser keeps of them is then old. */
  sessionMark: string;
  permissions: Record<Permission, boolean>;
}

/** A master acts as the viewer. */
export interface Acting {
  /** The master's name. */
  master: string;
  /** ISO 8601. */
  until: string;
}

export interface RootData {
  locale: Locale;
  /** What was chosen; null to follow the operating system. */
  theme: "light" | "dark" | null;
  viewer: RootViewer | null;
  acting: Acting | null;
  flash: Flash | null;
  /** Payments are play money. */
  isSandbox: boolean;
}
