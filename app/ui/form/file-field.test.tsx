import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderForm } from "../../../tests/support/form-page";
import { file } from "~/domain/forms/choices";
import { createFormSchema } from "~/domain/forms/rules";
import { ActionForm } from "./action-form";
import { FileField } from "./file-field";

const ACCEPT = ["image/png"];
const PNG = new File(["x"], "me.png", { type: "image/png" });
const schema = createFormSchema({ avatar: file({ accept: ACCEPT, maxBytes: 1024 ** 2 }) });

function renderFileForm(onChoose?: (file: File | null) => void) {
  const page = renderForm(
    <ActionForm action="/page" submitLabel="Upload" hasFile schema={() => Promise.resolve(schema)}>
      <FileField name="avatar" label="Select a picture" accept={ACCEPT} onChoose={onChoose} />
    </ActionForm>,
    { locale: "es" },
  );
  return { page, field: screen.getByLabelText<HTMLInputElement>("Select a picture") };
}

/** Chooses a file as a browser does. The type is not filtered, because the user can turn the filter off. */
function choose(field: HTMLInputElement, chosen: File): void {
  const transfer = new DataTransfer();
  transfer.items.add(chosen);
  field.files = transfer.files;
  fireEvent.input(field);
  fireEvent.change(field);
}

test("the button is the field's label, and the name of the file is next to it", () => {
  const { field } = renderFileForm();
  expect(screen.getByText("Ningún archivo seleccionado")).toBeDefined();
  choose(field, PNG);
  expect(screen.getByText("me.png")).toBeDefined();
});

test("a file of another type shows an error when it is chosen, and a valid file removes it", async () => {
  const { page, field } = renderFileForm();
  choose(field, new File(["x"], "notes.pdf", { type: "application/pdf" }));
  await screen.findByText(/application\/pdf/);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  choose(field, PNG);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(page.requests).toEqual([]);
});

test("onChoose is called with the chosen file", () => {
  const onChoose = vi.fn();
  const { field } = renderFileForm(onChoose);
  choose(field, PNG);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(PNG);
});
