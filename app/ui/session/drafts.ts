/** Drafts: what a user typed into the forms of a page, kept in the tab while they sign in again. */

const KEY = "drafts";

/** Never saved: secrets, and the fields of a card. */
const SECRET_NAME = /password|token|code|jwt|card|cvc|secret|payment/i;
const SECRET_AUTOCOMPLETE = /^(?:cc-|one-time-code|current-password|new-password)/;

/** Values by form, then by field. */
type DraftValues = Record<string, Record<string, string>>;

interface Drafts {
  /** The user's email. Another user who signs in does not see the drafts. */
  owner: string;
  /** The path of the page. */
  path: string;
  values: DraftValues;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Saves what `owner` typed into the forms of the page at `path`, and replaces earlier drafts. */
export function saveDrafts(owner: string, path: string): void {
  const typed: DraftValues = {};
  for (const [key, form] of listForms()) {
    const values = Object.fromEntries(listFields(form).filter(isChanged).map(toDraftEntry));
    if (Object.keys(values).length > 0) typed[key] = values;
  }
  if (Object.keys(typed).length === 0) return;
  sessionStorage.setItem(KEY, JSON.stringify({ owner, path, values: typed } satisfies Drafts));
}

/** Fills the forms of the page at `path` with the drafts of `owner`, and deletes the drafts. */
export function restoreDrafts(owner: string, path: string): void {
  const drafts = readDrafts();
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

function readDrafts(): Drafts | null {
  const saved = sessionStorage.getItem(KEY);
  // Only this module writes the item. Anything else in it is ignored.
  try {
    return saved === null ? null : (JSON.parse(saved) as Drafts);
  } catch {
    return null;
  }
}

/** The forms of the page, with a key each: a page may have several forms for one URL. Skips forms that submit themselves. */
function listForms(): [key: string, form: HTMLFormElement][] {
  const all = [...document.querySelectorAll<HTMLFormElement>("form[method='post']:not([data-automatic])")];
  return all.map((form, index) => {
    const action = form.getAttribute("action") ?? "";
    const before = all.slice(0, index).filter((other) => other.getAttribute("action") === action);
    return [`${action}#${before.length}`, form];
  });
}

function listFields(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(isSaveable);
}

function isSaveable(element: Element): element is Field {
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  if (!isField || element.name === "" || SECRET_NAME.test(element.name)) return false;
  if (SECRET_AUTOCOMPLETE.test(element.autocomplete)) return false;
  return !["hidden", "password", "file", "submit", "button"].includes(element.type);
}

/** The value is part of the key of a choice: radio buttons share a name, and checkboxes may. */
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

/** Uses the element's own setter and sends its event, so that React handles it like typing. */
function fill(field: Field, value: string): void {
  if (isChoice(field)) {
    if (String(field.checked) !== value) field.click();
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
