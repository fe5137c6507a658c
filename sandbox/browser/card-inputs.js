/** The three inputs of the card field, with names for users who cannot see the line. */
import { make } from "./styles.js";

/** Creates number, expiry and security code in the order in which they are filled in. */
export function makeInputs(words) {
  return {
    number: makeInput("number", { label: words.number, hint: words.number, autocomplete: "cc-number" }),
    expiry: makeInput("expiry", { label: words.expiry, hint: words.expiryHint, autocomplete: "cc-exp" }),
    cvc: makeInput("cvc", { label: words.cvc, hint: words.cvcHint, autocomplete: "cc-csc" }),
  };
}

function makeInput(name, { label, hint, autocomplete }) {
  return make("input", {
    attributes: {
      type: "text",
      inputmode: "numeric",
      autocomplete,
      "aria-label": label,
      placeholder: hint,
      "data-testid": `sandbox-card-${name}`,
      spellcheck: "false",
    },
    style: { ...INPUT_STYLE, ...WIDTHS[name] },
  });
}

const INPUT_STYLE = {
  border: "0",
  padding: "0",
  margin: "0",
  background: "transparent",
  boxShadow: "none",
  outline: "none",
  fontSize: "inherit",
  lineHeight: "inherit",
  minWidth: "0",
};
const WIDTHS = {
  // Room for all sixteen digits. In a narrow field the other two inputs wrap below.
  number: { flex: "1 1 11em", minWidth: "11em" },
  expiry: { flex: "0 0 4.4em" },
  cvc: { flex: "0 0 2.6em" },
};
