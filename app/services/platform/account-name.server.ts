/**
 * The name of an account as its readers see it. One without a name of its own is named after its owner, in the reader's
 * language: docs/decisions/0081-an-unnamed-account-is-called-after-its-owner.md
 */
import { getFirstName } from "~/domain/text";
import { translator } from "~/i18n/translator.server";
import type { AccountRow } from "~/models/account.server";

export interface NamedAccount {
  id: string;
  /** As its reader sees it. */
  name: string;
}

/**
 * The names that the version before stored for an account without one. It may run next to this one, and after it again,
 * so such a name is shown as it is until `nameUnnamedAccounts` has replaced it.
 */
export const PREVIOUS_NAMES: readonly string[] = ["Unnamed account", "Cuenta sin nombre"];

/** "Ada's account" or "La cuenta de Ada" until the owner has named it. For every page, answer and mail. */
export function toAccountName(
  { name, unnamedSince }: Pick<AccountRow, "name" | "unnamedSince">,
  locale: string,
): string {
  if (unnamedSince === null || PREVIOUS_NAMES.includes(name)) return name;
  return translator(locale).t("common:account_of", { name: getFirstName(name) });
}

/** The account's id, and its name as this reader sees it. */
export function toNamedAccount(
  account: Pick<AccountRow, "id" | "name" | "unnamedSince">,
  locale: string,
): NamedAccount {
  return { id: account.id, name: toAccountName(account, locale) };
}
