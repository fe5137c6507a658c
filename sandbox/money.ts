/** Amounts in minor units as text for people. */

/** The currencies whose smallest unit is the whole one, from https://docs.stripe.com/currencies#zero-decimal. */
const ZERO_DECIMAL = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
/** The currencies with three decimals, from the same page. */
const THREE_DECIMAL = new Set("bhd jod kwd omr tnd".split(" "));

/** Formats an amount: 123456 is "$1,234.56" in usd, and "¥123,456" in jpy. */
export function formatAmount(
  amount: number,
  currency: string,
  display: "code" | "symbol" = "symbol",
): string {
  const digits = countDecimals(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    currencyDisplay: display,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

function countDecimals(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : 2;
}
