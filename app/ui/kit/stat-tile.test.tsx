// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { InPage } from "../../../tests/support/in-page";
import { StatTile } from "./stat-tile";

const changes = [
  { change: "12.4%", said: "Up12.4%", arrow: "lucide-arrow-up", colour: "text-good" },
  { change: "+3", said: "Up+3", arrow: "lucide-arrow-up", colour: "text-good" },
  { change: "0%", said: "Up0%", arrow: "lucide-arrow-up", colour: "text-good" },
  { change: "-0.4%", said: "Down-0.4%", arrow: "lucide-arrow-down", colour: "text-bad" },
  { change: "$-20", said: "Down$-20", arrow: "lucide-arrow-down", colour: "text-bad" },
];

test.each(changes)(
  "the change $change is shown with $arrow, in $colour",
  ({ change, said, arrow, colour }) => {
    render(<StatTile label="Revenue" value="$56.2k" change={change} />, { wrapper: InPage });
    const shown = screen.getByText(change);
    expect(shown.textContent).toBe(said);
    expect(shown.className).toContain(colour);
    expect(shown.querySelector("svg")?.getAttribute("class")).toContain(arrow);
  },
);

test("a tile without a change shows none", () => {
  render(<StatTile label="Revenue" value="$56.2k" />, { wrapper: InPage });
  expect(document.body.textContent).toBe("Revenue$56.2k");
});
