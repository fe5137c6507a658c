/** Amounts between major units, as people type them, and minor units, as they are stored. */
import { getDecimals } from "./numbers";

/** 1250 for 12.5 "usd". Null for an amount that is not positive, or has more decimals than the currency. */
export function fromMajor(amount: number, currency: string): number | null {
  const scaled = amount * 10 ** getDecimals(currency);
  const minor = Math.round(scaled);
  // Binary fractions are slightly off: 1.1 * 100 is 110.00000000000001.
  return minor > 0 && Math.abs(scaled - minor) < 1e-6 ? minor : null;
}
