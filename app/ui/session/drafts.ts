/** What was typed into a page's forms, kept in the tab while its user has to sign in again. */

const KEY = "drafts";

/** Never kept: secrets, and what belongs to a card. */
const SECRET_NAME = /password|token|code|jwt|card|cvc|secret|payment/i;
const SECRET_AUTOCOMPLETE = /^(?:cc-|one-time-code|current-password|new-password)/;

/** By form, then by field. */
type DraftValues = Record<string, Record<string, string>>;

interface Drafts {
  /** Nobody else sees them, should another user sign in. */
  owner: string;
  /** The path of the page. */
  path: string;
  values: DraftValues;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Keeps what `owner` typed into the forms of the page at `path`; replaces what was kept before. */
export function saveDrafts(owner: string, path: string): void {
  const typed: DraftValues = {};
  for (const [key, form] of listForms()) {
    const values = Object.fromEntries(listFields(form).filter(isChanged).map(toDraftEntry));
    if (Object.keys(values).length > 0) typed[key] = values;
  }
  if (Object.keys(typed).length === 0) return;
  sessionStorage.setItem(KEY, JSON.stringify({ owner, path, values: typed } satisfies Drafts));
}

/** Fills the forms of the page at `path` with what `owner` typed there before, and forgets it. */
export function restoreDrafts(owner: string, path: string): void {
  const drafts = read();
  if (drafts === null) return;
  if (drafts.owner !== owner) clearDrafts();
  if (drafts.owner !== owner || drafts.path !== path) return;
  clearDrafts();
  for (const [key, form] of listForms()) {
    const values = drafts.values[key] ?? {};
    for (const field of listFields(form)) {
      const value = values[getFieldKey(field)];
      if (value !== undefined) fill(field, value);
    }
  }
}

export function clearDrafts(): void {
  sessionStorage.removeItem(KEY);
}

function read(): Drafts | null {
  const kept = sessionStorage.getItem(KEY);
  // Only this module writes the item; a tab that something else has written to starts afresh.
  try {
    return kept === null ? null : (JSON.parse(kept) as Drafts);
  } catch {
    return null;
  }
}

/** A page may have several forms for one address. A form that sends itself has nothing that waits to be sent. */
function listForms(): [key: string, form: HTMLFormElement][] {
  const all = [...document.querySelectorAll<HTMLFormElement>("form[method='post']:not([data-automatic])")];
  return all.map((form, index) => {
    const action = form.getAttribute("action") ?? "";
    const before = all.slice(0, index).filter((other) => other.getAttribute("action") === action);
    return [`${action}#${before.length}`, form];
  });
}

function listFields(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(isKept);
}

function isKept(element: Element): element is Field {
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  if (!isField || element.name === "" || SECRET_NAME.test(element.name)) return false;
  if (SECRET_AUTOCOMPLETE.test(element.autocomplete)) return false;
  return !["hidden", "password", "file", "submit", "button"].includes(element.type);
}

/** Radio buttons share a name, and so may boxes. */
function getFieldKey(field: Field): string {
  return isChoice(field) ? `${field.name}=${field.value}` : field.name;
}

function toDraftEntry(field: Field): [string, string] {
  return [getFieldKey(field), isChoice(field) ? String(field.checked) : field.value];
}

function isChoice(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
}

function isChanged(field: Field): boolean {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return field.value !== field.defaultValue;
}

/** By the element's own setter and with its event, so that React hears of it as of a person's typing. */
function fill(field: Field, value: string): void {
  if (isChoice(field)) {
    if (String(field.checked) !== value) field.click();
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
