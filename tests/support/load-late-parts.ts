/**
 * For tests with a document: loads what the first tooltip, dialog and menu of a row load, which would otherwise end in the middle of a
 * test.
 */
import { createElement } from "react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Dialog } from "~/ui/kit/dialog";
import { Tooltip } from "~/ui/kit/tooltip";
import { RowMenu } from "~/ui/table/row-menu";
import { InPage } from "./in-page";

const LOADED_WITHIN = { timeout: 10_000 };

let loading: Promise<void> | undefined;

/** Shows one of each, once in each process. */
export function loadLateParts(): Promise<void> {
  loading ??= showEach();
  return loading;
}

async function showEach(): Promise<void> {
  const children = createElement("button");
  render(createElement(Tooltip, { text: "Loaded", children }));
  fireEvent.pointerEnter(screen.getByRole("button"));
  await screen.findByRole("tooltip", {}, LOADED_WITHIN);
  cleanup();
  render(createElement(Dialog, { isOpen: true, title: "Loaded" }), { wrapper: InPage });
  await screen.findByRole("dialog", {}, LOADED_WITHIN);
  cleanup();
  const actions = [{ id: "act", label: "Act", run: () => undefined }];
  render(createElement(RowMenu, { t: String, row: { id: "1" }, name: "Loaded", actions }), {
    wrapper: InPage,
  });
  fireEvent.click(screen.getByRole("button"));
  await screen.findByRole("menuitem", {}, LOADED_WITHIN);
  cleanup();
}
