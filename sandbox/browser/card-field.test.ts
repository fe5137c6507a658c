// The card field in a page: what the user types, the events the page gets, and the accessible names.
import { beforeEach, expect, test } from "vitest";
import { renderCardField } from "./card-field.js";
import { getMessage, getTexts } from "./messages.js";

interface Heard {
  event: string;
  detail: { complete?: boolean; empty?: boolean; brand?: string; error?: { code: string; message: string } };
}

let place: HTMLElement;
let heard: Heard[];

beforeEach(() => {
  document.body.innerHTML = '<form><div id="card"></div><button>Pay</button></form>';
  place = document.querySelector<HTMLElement>("#card") ?? document.body;
  heard = [];
});

function show(options: object = {}, language = "en") {
  return renderCardField(place, {
    language,
    options,
    tell: (event: string, detail: Heard["detail"]) => heard.push({ event, detail }),
  });
}

function getInput(name: "cvc" | "expiry" | "number"): HTMLInputElement {
  const found = place.querySelector<HTMLInputElement>(`[data-testid="sandbox-card-${name}"]`);
  if (!found) throw new Error(`no input for ${name}`);
  return found;
}

function type(name: "cvc" | "expiry" | "number", text: string) {
  getInput(name).focus();
  getInput(name).value = text;
  getInput(name).dispatchEvent(new Event("input", { bubbles: true }));
}

const getLastChange = () => heard.filter(({ event }) => event === "change").at(-1)?.detail;

test("a complete card is read as digits, and the page gets a complete change event", () => {
  const field = show();
  type("number", "4242424242424242");
  expect(getLastChange()).toMatchObject({ brand: "visa", complete: false, empty: false });
  expect(document.activeElement).toBe(getInput("expiry"));
  type("expiry", "1240");
  type("cvc", "123");
  expect(getLastChange()).toMatchObject({ complete: true, error: undefined });
  expect(field.read()).toEqual({
    card: { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123" },
  });
  expect(place.className).toContain("StripeElement--complete");
});

test("a wrong number shows immediately; an incomplete one only after the user leaves it", () => {
  show();
  type("number", "4242");
  expect(getLastChange()?.error).toBeUndefined();
  getInput("number").blur();
  expect(getLastChange()?.error).toMatchObject({ code: "incomplete_number" });
  expect(getInput("number").getAttribute("aria-invalid")).toBe("true");
  type("number", "4242424242424241");
  expect(getLastChange()?.error).toMatchObject({
    code: "invalid_number",
    message: "Your card number is invalid.",
  });
});

test("reading an incomplete card returns what is missing, and focuses that part", () => {
  const field = show();
  type("number", "4242424242424242");
  const { error } = field.read();
  expect(error).toMatchObject({ type: "validation_error", code: "incomplete_expiry" });
  expect(document.activeElement).toBe(getInput("expiry"));
});

test("in Spanish, both the visible texts and the accessible names are Spanish", () => {
  const field = show({}, "es");
  expect(getInput("number").getAttribute("aria-label")).toBe("Número de tarjeta");
  expect(getInput("expiry").placeholder).toBe("MM / AA");
  expect(field.read().error?.message).toBe("El número de tarjeta está incompleto.");
});

test("every text exists in both languages", () => {
  const [english, spanish] = [getTexts("en"), getTexts("es")] as Record<string, string>[];
  expect(Object.keys(spanish ?? {})).toEqual(Object.keys(english ?? {}));
  expect(getMessage("es", { code: "card_declined", decline_code: "insufficient_funds", message: "x" })).toBe(
    "Tu tarjeta no tiene fondos suficientes.",
  );
  expect(getMessage("es", { code: "unheard_of", message: "Its own words." })).toBe("Its own words.");
});

test("the surrounding form gets no events of the field, and does not submit its content", () => {
  show();
  const form = document.querySelector("form");
  const overheard: string[] = [];
  for (const name of ["input", "change", "focusin", "focusout"])
    form?.addEventListener(name, ({ type: kind }) => overheard.push(kind));
  type("number", "4242");
  getInput("number").blur();
  expect(overheard).toEqual([]);
  expect([...new FormData(form ?? undefined).keys()]).toEqual([]);
});

test("focus and blur are emitted once for the whole field, and Escape when it is pressed", () => {
  show();
  getInput("number").focus();
  getInput("number").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  getInput("number").blur();
  const names = heard.map(({ event }) => event).filter((event) => event !== "change");
  expect(names).toEqual(["focus", "escape", "blur"]);
});

test("the field uses the page's colour and size (13 px by default), and can be disabled and enabled", () => {
  const field = show({ style: { base: { color: "rgb(1, 2, 3)" } } });
  expect(getInput("number").style.color).toBe("rgb(1, 2, 3)");
  expect(place.querySelector<HTMLElement>(".sandbox-card")?.style.fontSize).toBe("13px");
  field.update({ disabled: true, style: { base: { fontSize: "16px" } } });
  expect(getInput("cvc").disabled).toBe(true);
  expect(place.querySelector<HTMLElement>(".sandbox-card")?.style.fontSize).toBe("16px");
  field.update({ disabled: false });
  expect(getInput("cvc").disabled).toBe(false);
});

test("a cleared field is empty, and a removed field leaves nothing behind", () => {
  const field = show();
  type("number", "4242");
  field.clear();
  expect(getLastChange()).toMatchObject({ empty: true, error: undefined });
  field.remove();
  expect(place.children).toHaveLength(0);
  expect(place.className).toBe("");
});
