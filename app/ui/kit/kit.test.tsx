/** The small components of the kit: avatar, button and statistic tile. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { InPage } from "../../../tests/support/in-page";
import { getInitials } from "./avatar";
import { Button } from "./button";
import { Progress, toProgress } from "./progress";
import { StatTile } from "./stat-tile";

describe("avatar", () => {
  test.each([
    ["Grace Hopper", "GH"],
    ["  Grace Brewster   Hopper ", "GH"],
    ["ada", "A"],
    ["ángel núñez", "ÁN"],
    ["𝒢race Hopper", "𝒢H"],
    ["", ""],
  ])("the initials of %j are %j", (name, expected) => {
    expect(getInitials(name)).toBe(expected);
  });
});

describe("button", () => {
  test("a button does not submit a form by default", () => {
    render(<Button>Press</Button>, { wrapper: InPage });
    expect(screen.getByRole("button").getAttribute("type")).toBe("button");
  });

  test("a loading button is busy, keeps its name, and neither calls back nor submits its form", async () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn();
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" isLoading onClick={onClick}>
          Save
        </Button>
      </form>,
      { wrapper: InPage },
    );
    const button = screen.getByRole("button", { name: "Save" });
    await userEvent.click(button);
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("statistic tile", () => {
  const changes = [
    { change: "12.4%", text: "Up 12.4%", arrow: "arrow-up", color: "text-good" },
    { change: "+3", text: "Up +3", arrow: "arrow-up", color: "text-good" },
    { change: "0%", text: "Up 0%", arrow: "arrow-up", color: "text-good" },
    { change: "-0.4%", text: "Down 0.4%", arrow: "arrow-down", color: "text-bad" },
    { change: "$-20", text: "Down $20", arrow: "arrow-down", color: "text-bad" },
  ];

  test.each(changes)(
    "the change $change is shown with $arrow, in $color, and read once",
    ({ change, text, arrow, color }) => {
      render(<StatTile label="Revenue" value="$56.2k" change={change} />, { wrapper: InPage });
      expect(screen.getByText(change).getAttribute("aria-hidden")).toBe("true");
      const shown = screen.getByText(text).parentElement;
      expect(shown?.className).toContain(color);
      expect(shown?.querySelector("use")?.getAttribute("href")).toMatch(new RegExp(`#${arrow}$`));
    },
  );

  test("a tile without a change shows none", () => {
    render(<StatTile label="Revenue" value="$56.2k" />, { wrapper: InPage });
    expect(document.body.textContent).toBe("Revenue$56.2k");
  });
});

describe("progress bar", () => {
  test("the progress bar says how far it is, and at most that it is complete", () => {
    render(<Progress label="Upload" value={140} />);
    expect(screen.getByRole("progressbar", { name: "Upload" }).getAttribute("aria-valuenow")).toBe("100");
  });

  test("the progress bar has no value while no one knows how far it is", () => {
    render(<Progress label="Import" />);
    expect(screen.getByRole("progressbar", { name: "Import" }).hasAttribute("aria-valuenow")).toBe(false);
  });

  test("the progress bar is decoration without a label", () => {
    const { container } = render(<Progress value={50} />);
    expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  });

  test.each([
    [0, 10, 0],
    [5, 10, 50],
    [0, 0, 100],
  ])("%d used of %d is %d", (used, limit, value) => {
    expect(toProgress(used, limit)).toBe(value);
  });
});
