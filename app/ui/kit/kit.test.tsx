// @vitest-environment happy-dom
/** The small components of the kit: avatar, button, icon and statistic tile. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { InPage } from "../../../tests/support/in-page";
import { getInitials } from "./avatar";
import { Button } from "./button";
import { Icon, type IconName } from "./icon";
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

describe("icon", () => {
  test("an icon is rendered by its name, as decoration", () => {
    render(<Icon name="users" />, { wrapper: InPage });
    expect(document.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  });

  test("a missing icon is logged and nothing is rendered", () => {
    const log = vi.spyOn(console, "warn").mockReturnValue();
    render(<Icon name={"no-such-icon" as IconName} />, { wrapper: InPage });
    expect(document.querySelector("svg")).toBeNull();
    expect(log.mock.calls.flat().join()).toContain("no-such-icon");
  });
});

describe("statistic tile", () => {
  const changes = [
    { change: "12.4%", text: "Up12.4%", arrow: "lucide-arrow-up", color: "text-good" },
    { change: "+3", text: "Up+3", arrow: "lucide-arrow-up", color: "text-good" },
    { change: "0%", text: "Up0%", arrow: "lucide-arrow-up", color: "text-good" },
    { change: "-0.4%", text: "Down-0.4%", arrow: "lucide-arrow-down", color: "text-bad" },
    { change: "$-20", text: "Down$-20", arrow: "lucide-arrow-down", color: "text-bad" },
  ];

  test.each(changes)(
    "the change $change is shown with $arrow, in $color",
    ({ change, text, arrow, color }) => {
      render(<StatTile label="Revenue" value="$56.2k" change={change} />, { wrapper: InPage });
      const shown = screen.getByText(change);
      expect(shown.textContent).toBe(text);
      expect(shown.className).toContain(color);
      expect(shown.querySelector("svg")?.getAttribute("class")).toContain(arrow);
    },
  );

  test("a tile without a change shows none", () => {
    render(<StatTile label="Revenue" value="$56.2k" />, { wrapper: InPage });
    expect(document.body.textContent).toBe("Revenue$56.2k");
  });
});
