/** For tests with a document: loads what the first tooltip loads, which would otherwise end in the middle of a test. */
import { createElement } from "react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Tooltip } from "~/ui/kit/tooltip";

let loading: Promise<void> | undefined;

/** Shows a tooltip, once in each process. */
export function loadTooltips(): Promise<void> {
  loading ??= showOne();
  return loading;
}

async function showOne(): Promise<void> {
  const children = createElement("button");
  render(createElement(Tooltip, { text: "Loaded", children }));
  fireEvent.pointerEnter(screen.getByRole("button"));
  await screen.findByRole("tooltip", {}, { timeout: 10_000 });
  cleanup();
}
