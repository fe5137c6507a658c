/** The names of card brands, as their owners write them. */

const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** Returns "Visa" for the provider's "visa"; null for a brand that it does not name. */
export function formatCardBrand(brand: string): string | null {
  return Object.hasOwn(BRANDS, brand) ? (BRANDS[brand] ?? null) : null;
}
