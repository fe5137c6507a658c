/** Money is stored in minor units (cents) and becomes a decimal only where it is shown or sent. */

/** The `price` of a response: major units, as the label prints it. */
export const toMajor = (amountMinor: number) => amountMinor / 100;

/** Formats "$48" or "$48.50": decimals only where there are cents. */
export function formatMoney(amountMinor: number, currency: string, locale: string): string {
  const digits = amountMinor % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(toMajor(amountMinor));
}

/** Returns "$" for "usd". */
export function getCurrencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
  }).formatToParts(0);
  return parts.find((part) => part.type === "currency")?.value ?? currency.toUpperCase();
}
