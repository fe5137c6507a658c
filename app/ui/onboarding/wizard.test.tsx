import { cleanup, render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { InPage } from "../../../tests/support/in-page";
import { Wizard, type WizardProps, type WizardStep } from "./wizard";

const createStep = (id: string, more: Partial<WizardStep> = {}): WizardStep => ({
  id,
  name: `Name ${id}`,
  description: `Description ${id}`,
  content: `Content ${id}`,
  ...more,
});

const STEPS = [createStep("a"), createStep("b"), createStep("c")];

const renderWizard = (current: number, steps = STEPS, ends: Partial<WizardProps> = {}) =>
  render(
    <InPage path="/welcome">
      <Wizard
        label="Setup"
        steps={steps}
        current={current}
        skipIntent="skip"
        finishIntent="finish"
        {...ends}
      />
    </InPage>,
  );

const listStepLinks = () => within(screen.getByRole("navigation", { name: "Setup" })).getAllByRole("link");
const listTargets = () =>
  screen
    .getAllByRole("button")
    .map((button) => button.closest("form")?.querySelector("input[name=return_to]")?.getAttribute("value"));
const findIntent = (name: string) =>
  screen
    .queryByRole("button", { name })
    ?.closest("form")
    ?.querySelector("input[name=intent]")
    ?.getAttribute("value");

test("the current step shows its name, its description and its content, and no other step does", () => {
  renderWizard(2);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Name b");
  expect(screen.getByText("Description b")).toBeTruthy();
  expect(screen.getByText("Content b")).toBeTruthy();
  expect(screen.queryByText("Content a")).toBeNull();
});

describe("the sidebar", () => {
  test("the sidebar lists the steps, and clicking one jumps to it", () => {
    renderWizard(1);
    expect(listStepLinks().map((link) => link.getAttribute("href"))).toEqual([
      "/welcome?page=1",
      "/welcome?page=2",
      "/welcome?page=3",
    ]);
  });

  test("the sidebar shows the steps up to the current one in green, and marks them for screen readers", () => {
    renderWizard(2);
    expect(listStepLinks().map((link) => link.classList.contains("text-good"))).toEqual([true, true, false]);
    expect(listStepLinks().map((link) => link.getAttribute("aria-current"))).toEqual([null, "step", null]);
    expect(listStepLinks().map((link) => link.textContent.includes("done"))).toEqual([true, false, false]);
  });
});

describe("the actions", () => {
  test.each([
    { current: 1, back: null, next: "/welcome?page=2" },
    { current: 2, back: "/welcome?page=1", next: "/welcome?page=3" },
    { current: 3, back: "/welcome?page=2", next: null },
  ])("on step $current Back leads to $back and Next to $next", ({ current, back, next }) => {
    renderWizard(current);
    const findHref = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href") ?? null;
    expect([findHref("Back"), findHref("Next")]).toEqual([back, next]);
  });

  test("Skip is offered on every step, Finish only on the last", () => {
    renderWizard(1);
    expect([findIntent("Skip introduction"), findIntent("Finish")]).toEqual(["skip", undefined]);
  });

  test("the last step is finished by posting", () => {
    renderWizard(3);
    expect([findIntent("Skip introduction"), findIntent("Finish")]).toEqual(["skip", "finish"]);
  });

  test("every button of a step with a form sends that form, and the first one is the filled one", () => {
    const form = { id: "details", label: "Save and go on" };
    renderWizard(1, [createStep("a", { form }), createStep("b")]);
    expect(screen.queryByRole("link", { name: "Next" })).toBeNull();
    const buttons = screen.getAllByRole("button");
    expect(buttons.map((button) => [button.textContent, button.getAttribute("value")])).toEqual([
      ["Save and go on", "next"],
      ["Skip introduction", "skip"],
    ]);
    expect(buttons.every((button) => button.getAttribute("form") === "details")).toBe(true);
    expect(buttons.map((button) => button.classList.contains("bg-accent"))).toEqual([true, false]);
  });

  test("the form of the last step finishes, next to no other Finish", () => {
    renderWizard(1, [createStep("a", { form: { id: "details", label: "Send and finish" } })]);
    expect(screen.getByRole("button", { name: "Send and finish" }).getAttribute("value")).toBe("finish");
    expect(screen.queryByRole("button", { name: "Finish" })).toBeNull();
  });

  test("a step that saves by a button of its own has a quiet way on, which may have its own name", () => {
    renderWizard(1, [createStep("a", { hasOwnButton: true, skipLabel: "Keep SQLite" }), createStep("b")]);
    expect(screen.getByRole("link", { name: "Keep SQLite" }).classList.contains("bg-accent")).toBe(false);
  });

  test("Skip and Finish lead to the dashboard, or to another target", () => {
    renderWizard(3);
    expect(listTargets()).toEqual(["/dashboard", "/dashboard"]);
    cleanup();
    renderWizard(3, STEPS, { target: "/signup" });
    expect(listTargets()).toEqual(["/signup", "/signup"]);
  });

  test("without saving, Skip and Finish are links to the target", () => {
    renderWizard(3, STEPS, { target: "/signup", isSaving: false });
    expect(
      ["Skip introduction", "Finish"].map((name) => screen.getByRole("link", { name }).getAttribute("href")),
    ).toEqual(["/signup", "/signup"]);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

test.each([0, 4, 99, 1.5])("an index without a step (%d) shows the empty state", (current) => {
  renderWizard(current);
  expect(screen.getByText("Nothing to show")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Next" })).toBeNull();
});
