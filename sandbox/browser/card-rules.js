/** Validates and formats a card number, an expiry and a security code. Uses neither the page nor the clock. */

const BRANDS = [
  { name: "visa", starts: /^4/, digits: 16, cvcDigits: 3, groups: [4, 4, 4, 4] },
  { name: "mastercard", starts: /^(5[1-5]|2[2-7])/, digits: 16, cvcDigits: 3, groups: [4, 4, 4, 4] },
  { name: "amex", starts: /^3[47]/, digits: 15, cvcDigits: 4, groups: [4, 6, 5] },
];
const UNKNOWN = { name: "unknown", digits: 16, cvcDigits: 3, groups: [4, 4, 4, 4] };

/** Finds the brand by the first digits of a number. */
export function findBrand(number) {
  return BRANDS.find((brand) => brand.starts.test(number)) ?? UNKNOWN;
}

/**
 * Formats digits only, no more than the brand has, in its groups: `4242 4242 4242 4242`.
 * @param {string} text
 * @returns {string}
 */
export function writeNumber(text) {
  const digits = toDigits(text);
  const { groups, digits: length } = findBrand(digits);
  let start = 0;
  const parts = groups.map((size) => digits.slice(0, length).slice(start, (start += size)));
  return parts.filter((part) => part !== "").join(" ");
}

/**
 * Formats `MM / YY`. A month that can only have one digit gets a leading zero.
 * @param {string} text
 * @returns {string}
 */
export function writeExpiry(text) {
  const typed = toDigits(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function writeCvc(text, number) {
  return toDigits(text).slice(0, findBrand(toDigits(number)).cvcDigits);
}

/**
 * @param {string} text
 * @returns {string}
 */
export function toDigits(text) {
  return text.replace(/\D/g, "");
}

/**
 * Checks a typed card: `fault` is the code of the first error (null when there is none), with the part that has it.
 * An incomplete part is an error only when the card is read, not while the user types: see `isTyping`.
 */
export function validateCard({ number, expiry, cvc }, now) {
  const brand = findBrand(toDigits(number));
  const faults = [
    { part: "number", code: checkNumber(toDigits(number), brand) },
    { part: "expiry", code: checkExpiry(toDigits(expiry), now) },
    { part: "cvc", code: toDigits(cvc).length < brand.cvcDigits ? "incomplete_cvc" : null },
  ].filter(({ code }) => code !== null);
  return {
    brand: brand.name,
    isEmpty: number === "" && expiry === "" && cvc === "",
    isComplete: faults.length === 0,
    faults,
  };
}

/** Whether further typing may fix the error. */
export function isTyping(code) {
  return code.startsWith("incomplete_");
}

/** Returns the card's parts as the sandbox accepts them. */
export function toCardParams({ number, expiry, cvc }) {
  const date = toDigits(expiry);
  return {
    number: toDigits(number),
    exp_month: Number(date.slice(0, 2)),
    exp_year: 2000 + Number(date.slice(2)),
    cvc: toDigits(cvc),
  };
}

function checkNumber(digits, brand) {
  if (digits.length < brand.digits) return "incomplete_number";
  return passesLuhn(digits) ? null : "invalid_number";
}

function checkExpiry(digits, now) {
  const month = Number(digits.slice(0, 2));
  if (digits.length >= 2 && (month < 1 || month > 12)) return "invalid_expiry_month";
  if (digits.length < 4) return "incomplete_expiry";
  const year = 2000 + Number(digits.slice(2));
  if (year < now.getFullYear()) return "invalid_expiry_year_past";
  if (year > now.getFullYear() + 50) return "invalid_expiry_year";
  return year === now.getFullYear() && month < now.getMonth() + 1 ? "invalid_expiry_month_past" : null;
}

function passesLuhn(digits) {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const value = Number(digits.at(-1 - index)) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
