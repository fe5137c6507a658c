/** The data that the root loader sends to every page about the viewer. */
import type { UndoForm } from "./forms/reply";
import type { Locale } from "./locales";
import type { Permission, Role } from "./roles";

/** A translated message from the previous page. */
export interface Flash {
  text: string;
  variant: "success" | "error";
  /** Brings back what was before. */
  undo?: UndoForm;
  /** It stays until the reader closes it. */
  isLasting?: boolean;
}

/** An account of the viewer, and what they may do there. */
export interface JoinedAccount {
  id: string;
  name: string;
  role: Role;
}

export interface RootViewer {
  name: string;
  email: string;
  avatar: string | null;
  accounts: JoinedAccount[];
  accountId: string;
  /** Changes whenever the session's cookie or the user changes. The browser then discards what it has cached. */
  sessionVersion: string;
  permissions: Record<Permission, boolean>;
  /** The account is sample data of `npm run seed`. */
  isDemo: boolean;
}

/** A master is acting as the viewer. */
export interface Impersonation {
  /** The master's name. */
  master: string;
  /** ISO 8601. */
  until: string;
}

export interface RootData {
  locale: Locale;
  /** The theme that the user chose; null follows the operating system. */
  theme: "light" | "dark" | null;
  viewer: RootViewer | null;
  impersonation: Impersonation | null;
  flash: Flash | null;
  /** The language was chosen just now: its button in the page has the focus. */
  focusesLanguage?: boolean;
  /** What other sites show with a link to this one; absent before the product has a brand. */
  socialPicture?: string;
  /** The payment sandbox takes the payments. */
  isSandbox: boolean;
  site: {
    /** The operator's announcement to all, in the viewer's language; null when there is none, or it was dismissed. */
    announcement: { id: string; text: string } | null;
    /** The product is closed to everyone but masters. */
    isInMaintenance: boolean;
  };
}
