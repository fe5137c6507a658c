/** The bank's authentication: a modal dialog that explains itself and lets the user choose the outcome. */
import { addStyles, make } from "./styles.js";
import { getTexts } from "./messages.js";

/** Resolves to "complete" or "fail". Closing the dialog in any other way means "fail". Amounts in minor units. */
export function showAuthenticationDialog({ language, amount, currency }) {
  addStyles();
  const words = getTexts(language);
  const complete = makeButton("complete", words.complete);
  const fail = makeButton("fail", words.fail);
  const dialog = makeDialog({ words, amount, currency, buttons: [complete, fail] });
  document.body.append(dialog);
  return new Promise((resolve) => {
    for (const button of [complete, fail]) {
      button.addEventListener("click", () => dialog.close(button === complete ? "complete" : "fail"));
    }
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "complete" ? "complete" : "fail");
    });
    // A modal dialog keeps the focus inside, makes the rest of the page inert, and returns the focus when it
    // closes.
    dialog.showModal();
    complete.focus();
  });
}

function makeDialog({ words, amount, currency, buttons }) {
  const title = make("h2", {
    attributes: { id: "sandbox-3ds-title" },
    style: TITLE_STYLE,
    text: words.dialogTitle,
  });
  const text = make("p", {
    attributes: { id: "sandbox-3ds-text" },
    style: TEXT_STYLE,
    text: words.dialogText,
  });
  return make(
    "dialog",
    {
      attributes: {
        class: "sandbox-3ds",
        lang: words.lang,
        "aria-labelledby": "sandbox-3ds-title",
        "aria-describedby": "sandbox-3ds-text",
        "data-testid": "sandbox-3ds",
      },
      style: DIALOG_STYLE,
    },
    title,
    text,
    createPurpose({ words, amount, currency }),
    make("div", { style: BUTTONS_STYLE }, ...buttons),
  );
}

function createPurpose({ words, amount, currency }) {
  if (amount === undefined) return make("p", { style: AMOUNT_STYLE, text: words.dialogSetup });
  const money = new Intl.NumberFormat(words.lang, { style: "currency", currency });
  const { maximumFractionDigits: digits } = money.resolvedOptions();
  const value = make("strong", { style: { fontWeight: "600" }, text: money.format(amount / 10 ** digits) });
  return make("p", { style: AMOUNT_STYLE }, `${words.dialogAmount}: `, value);
}

function makeButton(name, text) {
  const id = `sandbox-3ds-${name}`;
  return make("button", {
    attributes: { type: "button", id, "data-testid": id },
    style: { ...BUTTON_STYLE, ...(name === "complete" ? PRIMARY_STYLE : PLAIN_STYLE) },
    text,
  });
}

const DIALOG_STYLE = {
  width: "min(420px, calc(100vw - 32px))",
  boxSizing: "border-box",
  margin: "auto",
  padding: "24px",
  border: "1px solid var(--line, #e2e8f0)",
  borderRadius: "12px",
  background: "var(--surface, #fff)",
  color: "var(--text, #0f172a)",
  boxShadow: "var(--shadow-float, 0 12px 32px -8px rgb(15 23 42 / 0.18))",
  font: "400 14px/20px Inter Variable, Inter, system-ui, sans-serif",
};
const TITLE_STYLE = { margin: "0", fontSize: "16px", lineHeight: "24px", fontWeight: "600" };
const TEXT_STYLE = { margin: "8px 0 0", color: "var(--muted, #55637a)" };
const AMOUNT_STYLE = { margin: "16px 0 0" };
const BUTTONS_STYLE = { display: "flex", flexWrap: "wrap", gap: "8px", margin: "24px 0 0" };
const BUTTON_STYLE = {
  flex: "1 1 auto",
  minHeight: "36px",
  padding: "6px 14px",
  borderRadius: "8px",
  font: "inherit",
  fontSize: "13.5px",
  fontWeight: "500",
  cursor: "pointer",
};
const PRIMARY_STYLE = {
  border: "1px solid transparent",
  background: "var(--accent, #4f46e5)",
  color: "#fff",
};
const PLAIN_STYLE = {
  border: "1px solid var(--line-strong, #cbd5e1)",
  background: "var(--surface, #fff)",
  color: "var(--text, #0f172a)",
};
