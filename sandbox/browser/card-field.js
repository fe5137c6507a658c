/** The card field: number, expiry and security code on one line, directly in the page. */
import {
  findBrand,
  toCardParams,
  toDigits,
  isTyping,
  validateCard,
  writeCvc,
  writeExpiry,
  writeNumber,
} from "./card-rules.js";
import { makeInputs } from "./card-inputs.js";
import { createCardOutline, addStyles, make } from "./styles.js";
import { getTexts } from "./messages.js";

const FONT_SIZE = "13px";
const BRAND_NAMES = { visa: "VISA", mastercard: "MC", amex: "AMEX" };
const PARTS = ["number", "expiry", "cvc"];

/**
 * Renders the field into `place`. `tell` receives ready, change, focus, blur and escape, as the provider's elements
 * emit them.
 */
export function renderCardField(place, { language, options, tell }) {
  addStyles();
  const words = getTexts(language);
  const inputs = makeInputs(words);
  const brand = make("span", { attributes: { "aria-hidden": "true" }, style: BRAND_STYLE });
  const row = make(
    "div",
    { attributes: { class: "sandbox-card" }, style: ROW_STYLE },
    brand,
    inputs.number,
    make("span", { style: SHORT_PARTS_STYLE }, inputs.expiry, inputs.cvc),
  );
  const field = { place, row, inputs, brand, words, tell, options: {}, shown: new Set() };
  listen(field);
  place.replaceChildren(row);
  place.classList.add("StripeElement");
  update(field, options);
  markClasses(field);
  return {
    read: () => read(field),
    update: (next) => update(field, next),
    focus: () => (findFirstFaultyInput(field) ?? inputs.number).focus(),
    blur: () => row.contains(document.activeElement) && document.activeElement.blur(),
    clear: () => clear(field),
    remove: () => remove(field),
  };
}

/** Returns the typed card, or the error that the page shows. The faulty part is then marked and focused. */
function read(field) {
  const { isComplete, faults } = validateNow(field);
  if (isComplete) return { card: toCardParams(getValues(field)) };
  const [{ part, code }] = faults;
  for (const name of PARTS) field.shown.add(name);
  emitChange(field);
  field.inputs[part].focus();
  return { error: toValidationError(field, code) };
}

function update(field, options = {}) {
  field.options = { ...field.options, ...options };
  const { base = {} } = field.options.style ?? {};
  for (const input of Object.values(field.inputs)) {
    input.disabled = field.options.disabled === true;
    input.style.fontFamily = base.fontFamily ?? "inherit";
  }
  field.row.style.fontSize = base.fontSize ?? FONT_SIZE;
  field.row.style.setProperty(
    "--sandbox-placeholder",
    base["::placeholder"]?.color ?? "var(--muted, #64748b)",
  );
  field.brand.style.display = field.options.hideIcon === true ? "none" : "";
  paint(field);
}

function clear(field) {
  for (const input of Object.values(field.inputs)) input.value = "";
  field.shown.clear();
  emitChange(field);
}

function remove({ place, row }) {
  row.remove();
  place.classList.remove("StripeElement", ...Object.values(CLASSES));
}

function listen(field) {
  const { row, inputs, tell } = field;
  for (const [name, input] of Object.entries(inputs)) {
    input.addEventListener("input", () => handleInput(field, name));
    input.addEventListener("blur", () => handleBlur(field, name));
    input.addEventListener("keydown", (event) => handleKey(field, name, event));
  }
  row.addEventListener("focusin", ({ relatedTarget }) => {
    if (row.contains(relatedTarget)) return;
    markClasses(field);
    tell("focus", { elementType: "card" });
  });
  row.addEventListener("focusout", ({ relatedTarget }) => {
    if (row.contains(relatedTarget)) return;
    markClasses(field);
    tell("blur", { elementType: "card" });
  });
  // The provider's field is an iframe, so the page's form gets no events from it. This field behaves the same.
  for (const name of ["input", "change", "focusin", "focusout"]) {
    row.addEventListener(name, (event) => event.stopPropagation());
  }
}

const WRITE = {
  number: (text) => writeNumber(text),
  expiry: (text) => writeExpiry(text),
  cvc: (text, field) => writeCvc(text, field.inputs.number.value),
};

function handleInput(field, name) {
  const input = field.inputs[name];
  rewrite(input, WRITE[name](input.value, field));
  if (name === "number") rewrite(field.inputs.cvc, writeCvc(field.inputs.cvc.value, input.value));
  const { faults } = validateNow(field);
  const isDone = !faults.some(({ part }) => part === name);
  if (isDone) field.shown.delete(name);
  emitChange(field);
  const isAtEnd = input.selectionStart === input.value.length;
  const next = field.inputs[PARTS[PARTS.indexOf(name) + 1]];
  if (isDone && isAtEnd && next && document.activeElement === input) next.focus();
}

/** Formats a value, and keeps the caret behind the same digit. */
function rewrite(input, value) {
  if (input.value === value) return;
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const digitsBefore = toDigits(input.value.slice(0, caret)).length;
  input.value = value;
  if (isAtEnd || document.activeElement !== input) return;
  let position = 0;
  for (let seen = 0; seen < digitsBefore && position < value.length; position += 1) {
    if (/\d/.test(value[position])) seen += 1;
  }
  input.setSelectionRange(position, position);
}

/** An incomplete part shows its error only after the user leaves it. */
function handleBlur(field, name) {
  if (field.inputs[name].value === "") return;
  field.shown.add(name);
  emitChange(field);
}

function handleKey(field, name, event) {
  if (event.key === "Escape") field.tell("escape", { elementType: "card" });
  const before = field.inputs[PARTS[PARTS.indexOf(name) - 1]];
  if (event.key === "Backspace" && field.inputs[name].value === "" && before) before.focus();
}

function emitChange(field) {
  const { brand, isEmpty, isComplete } = validateNow(field);
  paint(field);
  markClasses(field);
  const [visible] = listVisibleFaults(field);
  field.tell("change", {
    elementType: "card",
    brand,
    empty: isEmpty,
    complete: isComplete,
    error: visible ? toValidationError(field, visible.code) : undefined,
    value: { postalCode: "" },
  });
}

/** A wrong digit shows immediately; an incomplete part only after the user leaves it. */
function listVisibleFaults(field) {
  return validateNow(field).faults.filter(({ part, code }) => !isTyping(code) || field.shown.has(part));
}

function paint(field) {
  const { base = {}, invalid = {} } = field.options.style ?? {};
  const faulty = new Set(listVisibleFaults(field).map(({ part }) => part));
  for (const [name, input] of Object.entries(field.inputs)) {
    const isFaulty = faulty.has(name);
    input.style.color = isFaulty ? (invalid.color ?? "var(--bad, #b91c1c)") : (base.color ?? "inherit");
    input.setAttribute("aria-invalid", String(isFaulty));
  }
  const { name } = findBrand(toDigits(field.inputs.number.value));
  field.brand.replaceChildren(BRAND_NAMES[name] ?? createCardOutline());
  field.brand.style.color = base.iconColor ?? "var(--muted, #55637a)";
}

const CLASSES = {
  isFocused: "StripeElement--focus",
  isEmpty: "StripeElement--empty",
  isComplete: "StripeElement--complete",
  isInvalid: "StripeElement--invalid",
};

function markClasses(field) {
  const { isEmpty, isComplete } = validateNow(field);
  const isFocused = field.row.contains(document.activeElement);
  const state = { isFocused, isEmpty, isComplete, isInvalid: listVisibleFaults(field).length > 0 };
  for (const [key, name] of Object.entries(CLASSES)) field.place.classList.toggle(name, state[key]);
}

function findFirstFaultyInput(field) {
  const [fault] = validateNow(field).faults;
  return fault && field.inputs[fault.part];
}

function validateNow(field) {
  return validateCard(getValues(field), new Date());
}

function getValues({ inputs }) {
  return { number: inputs.number.value, expiry: inputs.expiry.value, cvc: inputs.cvc.value };
}

function toValidationError({ words }, code) {
  return { type: "validation_error", code, message: words[code] };
}

const ROW_STYLE = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "4px 8px",
  minWidth: "0",
  lineHeight: "18px",
};
/** In a narrow field, both wrap together. */
const SHORT_PARTS_STYLE = { display: "flex", gap: "8px", marginLeft: "auto" };
const BRAND_STYLE = { fontSize: "10px", fontWeight: "700", letterSpacing: "0.04em", minWidth: "28px" };
