import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast as store } from "react-hot-toast/headless";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { FormRefused } from "~/domain/forms/reply";
import { email, createFormSchema, password, personName, requiredText } from "~/domain/forms/rules";
import { ActionForm, type ActionFormProps } from "./action-form";
import { EmailField, PasswordField, TextField } from "./fields";
import { FileField } from "./file-field";
import { renderForm } from "../../../tests/support/form-page";

const signUp = createFormSchema({ name: personName(), email: email(), password: password() });
const loadSignUp = vi.fn(async () => signUp);

afterEach(() => act(() => store.removeAll()));

describe("validation", () => {
  test("form fields are validated on blur", async () => {
    showSignUp();
    await userEvent.click(getField("Name"));
    await userEvent.tab();
    expect(await screen.findByText("Please enter your name")).toBeDefined();
    expect(getField("Name").getAttribute("aria-invalid")).toBe("true");
    expect(getDescription("Name")).toContain("Please enter your name");
    expect(screen.queryByText("Please enter your email address")).toBeNull();
  });

  test("a field is not validated when the window loses the focus to another program", async () => {
    showSignUp();
    await userEvent.click(getField("Name"));
    fireEvent.focusOut(getField("Name"));
    await userEvent.click(getField("Email"));
    await screen.findByText("Please enter your name");
    fireEvent.focusOut(getField("Email"));
    expect(screen.queryByText("Please enter your email address")).toBeNull();
  });

  test("a field with an error is validated again on every input", async () => {
    showSignUp();
    await userEvent.type(getField("Email"), "ada@");
    await userEvent.tab();
    await screen.findByText("Please enter a valid email address");
    await userEvent.type(getField("Email"), "acme.com");
    expect(screen.queryByText("Please enter a valid email address")).toBeNull();
    expect(getField("Email").hasAttribute("aria-invalid")).toBe(false);
  });

  test("submitting is blocked while errors exist, and the focus moves to the first error", async () => {
    const page = showSignUp();
    await userEvent.type(getField("Name"), "Ada");
    await userEvent.click(getSubmitButton());
    await screen.findByText("Please enter your email address");
    expect(screen.getByText("Please enter your password")).toBeDefined();
    expect(document.activeElement).toBe(getField("Email"));
    expect(page.requests).toEqual([]);
  });

  test("the rules are loaded once, when the user first touches the form", async () => {
    loadSignUp.mockClear();
    showSignUp();
    expect(loadSignUp).not.toHaveBeenCalled();
    await userEvent.click(getField("Name"));
    await userEvent.click(getField("Email"));
    expect(loadSignUp).toHaveBeenCalledOnce();
  });

  test("a form that is submitted before the rules are loaded waits for them", async () => {
    let resolveResponse: (schema: typeof signUp) => void = () => undefined;
    const page = showSignUp({ schema: () => new Promise((resolve) => (resolveResponse = resolve)) });
    await userEvent.click(getSubmitButton());
    expect(page.requests).toEqual([]);
    expect(getSubmitButton().getAttribute("aria-busy")).toBe("true");
    await act(async () => resolveResponse(signUp));
    expect(await screen.findByText("Please enter your name")).toBeDefined();
    expect(page.requests).toEqual([]);
  });

  test("when the rules cannot be loaded, the form is sent without them", async () => {
    const page = showSignUp({ schema: () => Promise.reject(new Error("offline")) });
    await userEvent.click(getSubmitButton());
    await waitFor(() => expect(page.requests).toHaveLength(1));
  });

  test("an error does not appear, and move the button, while the mouse button is down", async () => {
    showSignUp();
    const user = userEvent.setup();
    await user.click(getField("Name"));
    await user.pointer({ target: getSubmitButton(), keys: "[MouseLeft>]" });
    await waitUntilSettled();
    expect(screen.queryByText("Please enter your name")).toBeNull();
    await user.pointer({ target: document.body, keys: "[/MouseLeft]" });
    expect(await screen.findByText("Please enter your name")).toBeDefined();
  });

  test("a message names the field by its label, in the user's language", async () => {
    const createSchema = async () => createFormSchema({ key: requiredText(undefined, { min: 3 }) });
    renderForm(
      <ActionForm action="/page" schema={createSchema} submitLabel="Send">
        <TextField name="key" label="Clave" />
      </ActionForm>,
      { locale: "es" },
    );
    await userEvent.click(getSubmitButton());
    expect(await screen.findByText("El campo «Clave» es obligatorio")).toBeDefined();
    await userEvent.type(getField("Clave"), "ab");
    expect(screen.getByText("Clave debe tener un mínimo de 3 caracteres")).toBeDefined();
  });
});

describe("loading", () => {
  test("the form is dimmed and inert, and sent only once", async () => {
    const page = showSignUp();
    await sendSignUp();
    await waitFor(() => expect(page.requests).toHaveLength(1));
    expect(getForm().hasAttribute("inert")).toBe(true);
    expect(getForm().getAttribute("aria-busy")).toBe("true");
    expect(getForm().className).toContain("opacity-60");
    fireEvent.submit(getForm());
    await waitUntilSettled();
    expect(page.requests).toHaveLength(1);
    await page.answer({ ok: true });
    expect(getForm().hasAttribute("inert")).toBe(false);
    expect(getForm().hasAttribute("aria-busy")).toBe(false);
  });

  test("the fields are sent like those of a plain form", async () => {
    const page = showSignUp();
    await sendSignUp();
    await waitFor(() =>
      expect(page.requests).toEqual([
        {
          values: { name: "Ada", email: "ada@acme.com", password: "secret!" },
          contentType: "application/x-www-form-urlencoded",
        },
      ]),
    );
  });

  test("a form with a file is sent as multipart", async () => {
    const page = renderForm(
      <ActionForm action="/page" submitLabel="Send" hasFile>
        <FileField name="avatar" label="Avatar" accept={["image/png"]} />
      </ActionForm>,
    );
    const chosen = new DataTransfer();
    chosen.items.add(new File(["x"], "me.png", { type: "image/png" }));
    getField("Avatar").files = chosen.files;
    await userEvent.click(getSubmitButton());
    await waitFor(() =>
      expect(page.requests).toEqual([
        { values: { avatar: "me.png (image/png)" }, contentType: "multipart/form-data" },
      ]),
    );
    expect(getForm().enctype).toBe("multipart/form-data");
  });
});

describe("success", () => {
  test("a toast with the server's message comes first, then the callback, then the redirect", async () => {
    const steps: string[] = [];
    const page = showSignUp({
      redirect: "/dashboard",
      onDone: ({ data }) => steps.push(`${String(data)} at ${page.at()}`),
    });
    await sendSignUp();
    await waitFor(() => expect(page.requests).toHaveLength(1));
    await page.answer({ ok: true, message: "Welcome", data: "ada" });
    await waitFor(() => expect(page.at()).toBe("/dashboard"));
    expect(steps).toEqual(["ada at /page"]);
    expect(getToastText()).toBe("Welcome");
  });

  test("there is no toast when the server sends no message", async () => {
    const page = showSignUp();
    await sendSignUp();
    await waitFor(() => expect(page.requests).toHaveLength(1));
    await page.answer({ ok: true });
    expect(getToastText()).toBe("");
  });
});

describe("error", () => {
  test("inputError shows the server's message at the named field and focuses it", async () => {
    await reject({ status: 409, message: "Taken already", inputError: "email" });
    expect(getDescription("Email")).toContain("Taken already");
    expect(document.activeElement).toBe(getField("Email"));
    expect(getToastText()).toBe("");
  });

  test("changing the field removes its server error, which does not block the next attempt", async () => {
    const page = await reject({ status: 409, message: "Taken already", inputError: "email" });
    await userEvent.type(getField("Email"), ".uk");
    expect(screen.queryByText("Taken already")).toBeNull();
    await userEvent.click(getSubmitButton());
    await waitFor(() => expect(page.requests).toHaveLength(2));
  });

  test("several errors are shown at their fields; packed messages get the field's label", async () => {
    await reject({
      status: 400,
      message: "x",
      inputError: "name",
      errors: { name: ["form:max_length?maxLength=5", "second"], email: ["Not this one"] },
    });
    expect(getDescription("Name")).toBe("Name must be a maximum of 5 characters");
    expect(getDescription("Email")).toBe("Not this one");
    expect(document.activeElement).toBe(getField("Name"));
  });

  test("other errors go to the central handler", async () => {
    await reject({ status: 500, message: "The database is down" });
    expect(getToastText()).toBe("Something went wrong. Please try again.The database is downTry again");
  });

  test("after a server failure the form can be sent again, with its current values", async () => {
    const page = await reject({ status: 503, message: "Down" });
    await userEvent.type(getField("Name"), " L.");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(page.requests).toHaveLength(2));
    expect(page.requests[1]?.values.name).toBe("Ada L.");
    expect(getToastText()).toBe("");
  });

  test.each([
    ["a rejection that names no field", { status: 409, message: "Closed already" }],
    [
      "a rejection of a field that the form does not have",
      { status: 400, message: "Closed already", inputError: "x" },
    ],
  ])("%s is an error toast until the form is sent again", async (_, rejection) => {
    const page = await reject(rejection);
    expect(getToastText()).toBe("Something went wrong. Please try again.Closed already");
    await userEvent.click(getSubmitButton());
    await waitFor(() => expect(page.requests).toHaveLength(2));
    expect(getToastText()).toBe("");
  });

  test("status 402 leads to the upgrade page, with the plan", async () => {
    const page = await reject({ status: 402, message: "Pro only", plan: "pro" });
    expect(page.at()).toBe("/account/upgrade?plan=pro");
  });

  test("the focus returns to the element that had it", async () => {
    const page = showSignUp();
    await sendSignUp();
    await waitFor(() => expect(page.requests).toHaveLength(1));
    // A browser removes the focus from an inert form; happy-dom does not.
    act(() => getSubmitButton().blur());
    await page.answer({ ok: false, status: 500, message: "Down" });
    expect(document.activeElement).toBe(getSubmitButton());
  });
});

function showSignUp(props: Partial<ActionFormProps> = {}) {
  return renderForm(
    <ActionForm action="/page" schema={loadSignUp} submitLabel="Send" {...props}>
      <TextField name="name" label="Name" />
      <EmailField name="email" label="Email" />
      <PasswordField name="password" label="Password" autoComplete="new-password" />
    </ActionForm>,
  );
}

async function sendSignUp() {
  await userEvent.type(getField("Name"), "Ada");
  await userEvent.type(getField("Email"), "ada@acme.com");
  await userEvent.type(getField("Password"), "secret!");
  await userEvent.click(getSubmitButton());
}

async function reject(rejection: Omit<FormRefused, "ok">) {
  const page = showSignUp();
  await sendSignUp();
  await waitFor(() => expect(page.requests).toHaveLength(1));
  await page.answer({ ok: false, ...rejection });
  return page;
}

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const getSubmitButton = () => screen.getByRole("button", { name: "Send" });
const getToastText = () => document.querySelector("[data-toast]")?.textContent ?? "";
const waitUntilSettled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

function getForm(): HTMLFormElement {
  const found = document.querySelector("form");
  if (!found) throw new Error("no form");
  return found;
}

function getDescription(label: string): string {
  const ids = getField(label).getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}
