/** For tests with a document: loads what the first tooltip and the first dialog load, which would otherwise end in the middle of a test. */
import { createElement } from "react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Dialog } from "~/ui/kit/dialog";
import { Tooltip } from "~/ui/kit/tooltip";
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
}
