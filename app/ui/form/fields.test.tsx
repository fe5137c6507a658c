import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { WithTexts } from "../../../tests/support/with-texts";
import { CheckboxGroupField, RadioField, SwitchField } from "./choice-fields";
import { measureStrength, NewPasswordField } from "./new-password-field";
import { EmailField, NumberField, PasswordField, PhoneField, TextField, UrlField } from "./fields";
import { FileField } from "./file-field";
import { FormContext } from "./form-state";
import { SelectField } from "./select-field";
import { TextareaField } from "./textarea-field";

const TWO = [
  { value: "read", label: "Read" },
  { value: "write", label: "Write" },
];

const EVERY_FIELD: [string, ReactElement][] = [
  ["text", <TextField key="" name="x" label="Label" hint="Help" />],
  ["email", <EmailField key="" name="x" label="Label" hint="Help" />],
  ["number", <NumberField key="" name="x" label="Label" hint="Help" />],
  ["phone", <PhoneField key="" name="x" label="Label" hint="Help" />],
  ["url", <UrlField key="" name="x" label="Label" hint="Help" />],
  ["password", <PasswordField key="" name="x" label="Label" hint="Help" autoComplete="current-password" />],
  ["several lines", <TextareaField key="" name="x" label="Label" hint="Help" />],
  ["select", <SelectField key="" name="x" label="Label" hint="Help" options={TWO} />],
  ["file", <FileField key="" name="x" label="Label" hint="Help" accept={["image/png", "image/jpeg"]} />],
];

describe("every field", () => {
  test.each(EVERY_FIELD)("%s has its label, and is described by its hint and its error", (_, element) => {
    renderField(element, { x: "form:required" });
    const control = screen.getByLabelText("Label");
    expect(control.getAttribute("name")).toBe("x");
    expect(control.getAttribute("aria-invalid")).toBe("true");
    expect(control.getAttribute("aria-required")).toBe("true");
    const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(["Help", "Label is required"]);
    expect(screen.getByRole("alert").querySelector("use[href$='#circle-alert']")).not.toBeNull();
  });

  test("a field without a hint and an error refers to no description", () => {
    renderField(<TextField name="x" label="Label" />);
    expect(screen.getByLabelText("Label").hasAttribute("aria-describedby")).toBe(false);
    expect(screen.getByLabelText("Label").hasAttribute("aria-invalid")).toBe(false);
  });

  test("an optional field is marked as such", () => {
    renderField(<TextField name="x" label="Label" isRequired={false} />);
    expect(screen.getByLabelText(/Label \(optional\)/).hasAttribute("aria-required")).toBe(false);
  });
});

describe("kinds", () => {
  test.each([
    [<EmailField key="" name="x" label="Label" />, { type: "email", autocomplete: "email" }],
    // Without a type, which is a text then.
    [<NumberField key="" name="x" label="Label" />, { type: null, inputmode: "decimal" }],
    [<PhoneField key="" name="x" label="Label" />, { type: "tel", autocomplete: "tel" }],
    [<UrlField key="" name="x" label="Label" />, { type: null, inputmode: "url" }],
    [
      <FileField key="" name="x" label="Label" accept={["a/b", "c/d"]} />,
      { type: "file", accept: "a/b,c/d" },
    ],
  ])("%# have the attributes for their keyboard and autofill", (element, attributes) => {
    renderField(element);
    for (const [name, value] of Object.entries(attributes)) {
      expect(screen.getByLabelText("Label").getAttribute(name)).toBe(value);
    }
  });

  test("a password is hidden until the user asks to see it", async () => {
    renderField(<PasswordField name="x" label="Label" autoComplete="current-password" />);
    expect(screen.getByLabelText("Label").getAttribute("type")).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(screen.getByLabelText("Label").getAttribute("type")).toBe("text");
    await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(screen.getByLabelText("Label").getAttribute("type")).toBe("password");
  });

  test("the rules of a new password stay visible while it is typed, and are ticked as they are met", async () => {
    renderField(<NewPasswordField name="x" label="Label" />);
    const field = screen.getByLabelText("Label");
    const listRules = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    const [length, special] = ["At least 8 characters", "At least one special character, such as ! or ?"];
    expect(listRules()).toEqual([length, special]);
    await userEvent.type(field, "password");
    expect(listRules()).toEqual([`${length} (done)`, special]);
    await userEvent.type(field, "! and then some");
    expect(listRules()).toEqual([`${length} (done)`, `${special} (done)`]);
    await userEvent.clear(field);
    expect(listRules()).toEqual([length, special]);
    const hint = document.getElementById(field.getAttribute("aria-describedby") ?? "");
    expect(hint?.textContent).toContain(length);
  });

  test("the number of met rules and the strength of a new password are announced while it is typed", async () => {
    renderField(<NewPasswordField name="x" label="Label" />);
    expect(screen.getByRole("status").textContent).toBe("");
    await userEvent.type(screen.getByLabelText("Label"), "password");
    expect(screen.getByRole("status").textContent).toBe("1 of 2 rules met. Strength: weak");
    await userEvent.type(screen.getByLabelText("Label"), "! and then some");
    expect(screen.getByRole("status").textContent).toBe("2 of 2 rules met. Strength: strong");
  });

  test("a select throws on an option with an empty value", () => {
    expect(() =>
      SelectField({ name: "x", label: "Label", options: [{ value: "", label: "None" }] }),
    ).toThrow();
  });

  test("a select shows that no option is chosen, and groups its options", () => {
    renderField(
      <SelectField
        name="x"
        label="Label"
        options={[...TWO, { value: "all", label: "All", group: "More" }]}
      />,
    );
    expect(screen.getByLabelText<HTMLSelectElement>("Label").value).toBe("");
    expect(screen.getByText("Select…")).toBeDefined();
    expect(document.querySelector("optgroup[label='More'] option")?.textContent).toBe("All");
  });

  test("radio buttons and checkboxes are groups named by their label", () => {
    renderField(
      <>
        <RadioField name="one" label="One" options={TWO} defaultValue="read" />
        <CheckboxGroupField name="some" label="Some" options={TWO} defaultValues={["write"]} />
      </>,
      { some: "Choose at least one" },
    );
    const [one, some] = screen.getAllByRole("group");
    expect(one?.querySelector<HTMLInputElement>("input:checked")?.value).toBe("read");
    expect(some?.querySelector<HTMLInputElement>("input:checked")?.value).toBe("write");
    expect(some?.querySelector("input")?.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(some?.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Choose at least one",
    );
  });

  test("a switch has the role switch", () => {
    renderField(<SwitchField name="x" label="Label" hint="Help" defaultChecked />);
    expect(screen.getByRole<HTMLInputElement>("switch", { name: /Label/ }).checked).toBe(true);
  });
});

test.each([
  ["", "weak"],
  ["short1!", "weak"],
  ["password", "weak"],
  ["aaaaaaaaaaaaaaaa!", "weak"],
  ["password1", "fair"],
  ["Password1!", "fair"],
  ["Passw0rd-long", "strong"],
  ["four words by chance", "strong"],
  ["contraseña larga", "strong"],
])("the strength of %j is %s", (value, strength) => expect(measureStrength(value)).toBe(strength));

function renderField(element: ReactElement, errors: Record<string, string> = {}): void {
  const state = {
    errors,
    values: {},
    isBusy: false,
    attachCard: () => () => undefined,
    changeCard: () => undefined,
    submitSoon: () => undefined,
  };
  render(<FormContext.Provider value={state}>{element}</FormContext.Provider>, { wrapper: WithTexts });
}
