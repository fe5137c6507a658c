/** Amounts of money: in minor units, as they are stored, in major units, as people type them, and as people read them. */

/** Currencies whose smallest unit is not a hundredth, as the payment provider counts them. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ").map((code) => [code, 0]),
  ),
  ...Object.fromEntries("bhd jod kwd omr tnd".split(" ").map((code) => [code, 3])),
};

/** How many decimals amounts of the currency have. */
export function getDecimals(currency: string): number {
  return DECIMALS[currency.toLowerCase()] ?? 2;
}

/**
 * Money is stored in minor units: cents, and whole yen. The `price` of a response is in major units, as the label prints
 * it.
 */
export function toMajor(amountMinor: number, currency: string): number {
  return amountMinor / 10 ** getDecimals(currency);
}

/** Formats "$48" or "$48.50": decimals only where there are cents. */
export function formatMoney(amountMinor: number, currency: string, locale: string): string {
  const major = toMajor(amountMinor, currency);
  const digits = Number.isInteger(major) ? 0 : getDecimals(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(major);
}

/** Making a formatter takes a tenth of a millisecond, and it knows only codes of three letters. */
const symbols = new Map<string, string>();

/** Returns "$" for "usd". */
export function getCurrencySymbol(currency: string): string {
  const known = symbols.get(currency);
  if (known !== undefined) return known;
  const symbol = findCurrencySymbol(currency);
  symbols.set(currency, symbol);
  return symbol;
}

function findCurrencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
  }).formatToParts(0);
  return parts.find((part) => part.type === "currency")?.value ?? currency.toUpperCase();
}

/** 1250 for 12.5 "usd". Null for an amount that is not positive, or has more decimals than the currency. */
export function fromMajor(amount: number, currency: string): number | null {
  const scaled = amount * 10 ** getDecimals(currency);
  const minor = Math.round(scaled);
  // Binary fractions are slightly off: 1.1 * 100 is 110.00000000000001.
  return minor > 0 && Math.abs(scaled - minor) < 1e-6 ? minor : null;
}
