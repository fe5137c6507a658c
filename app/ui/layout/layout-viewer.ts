/** What the layouts show of the person who is signed in. */
import type { Locale } from "~/domain/locales";

export interface LayoutAccount {
  id: string;
  name: string;
}

export interface LayoutViewer {
  name: string;
  email: string;
  avatar?: string | null;
  accounts: readonly LayoutAccount[];
  accountId: string;
  locale: Locale;
  isDark: boolean;
}

/** The account that the viewer works in now. */
export function findCurrentAccount({ accounts, accountId }: LayoutViewer): LayoutAccount | undefined {
  return accounts.find(({ id }) => id === accountId);
}
