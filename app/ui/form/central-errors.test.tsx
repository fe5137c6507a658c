import { act, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { toast as store } from "react-hot-toast/headless";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Toaster } from "../toast/toaster";
import { toErrorReaction, useCentralErrors, type ErrorReaction, type RequestFailure } from "./central-errors";
import { WithTexts } from "../../../tests/support/with-texts";

const title = "form:errors.title";
const rows: [string, RequestFailure, ErrorReaction][] = [
  ["status 401: go to /signin", { status: 401 }, { kind: "navigate", to: "/signin" }],
  [
    "status 401 with a message: go to /signin, and show the message",
    { status: 401, body: { message: "This sign-in has expired" } },
    { kind: "navigate", to: "/signin", message: "This sign-in has expired" },
  ],
  ["status 404: go to /notfound", { status: 404 }, { kind: "navigate", to: "/notfound" }],
  [
    "status 429: error toast whose description is the response body",
    { status: 429, body: "Too many tries. Please wait 5 minutes." },
    { kind: "toast", description: "Too many tries. Please wait 5 minutes.", isLogged: false },
  ],
  [
    "status 429 of a page's form: its message",
    { status: 429, body: { ok: false, message: "Please wait." } },
    { kind: "toast", description: "Please wait.", isLogged: false },
  ],
  [
    "status 402: go to /account/upgrade with query plan from the response data's plan",
    { status: 402, body: { message: "Pro only", data: { plan: "pro" } } },
    { kind: "navigate", to: "/account/upgrade?plan=pro", message: "Pro only" },
  ],
  [
    "status 402 of a page's form: the plan is next to the message",
    { status: 402, body: { message: "Pro only", plan: "team & more" } },
    { kind: "navigate", to: "/account/upgrade?plan=team+%26+more", message: "Pro only" },
  ],
  [
    "any other status: error toast with the server's message",
    { status: 409, body: { message: "The version has changed" }, error: new Error("Conflict") },
    { kind: "toast", title, description: "The version has changed", isLogged: false },
  ],
  [
    "any other status without a server message: the error's own message",
    { status: 500, body: "<html>", error: new Error("Request failed") },
    { kind: "toast", title, description: "Request failed", isLogged: false },
  ],
  [
    "any other status without any message: the global error message",
    { status: 503, body: null },
    { kind: "toast", title, description: "form:errors.message", isLogged: false },
  ],
  [
    "error without a response: logged, and an error toast shown",
    { error: new TypeError("Failed to fetch") },
    { kind: "toast", title, description: "Failed to fetch", isLogged: true },
  ],
];

describe("the central handler", () => {
  test.each(rows)("%s", (_, failure, reaction) =>
    expect(toErrorReaction(failure, "/dashboard")).toEqual(reaction),
  );

  test.each([
    [401, "/signin"],
    [401, "/"],
    [404, "/notfound"],
    [402, "/account/upgrade"],
  ])("status %d does not navigate to the current page (%s), but shows the message", (status, at) => {
    expect(toErrorReaction({ status, body: { message: "Wrong password" } }, at)).toEqual({
      kind: "toast",
      title,
      description: "Wrong password",
      isLogged: false,
    });
  });

  test.each([[[]], ["x"], [5], [null], [undefined], [{ message: 5 }], [{ message: "" }], [{ data: null }]])(
    "a body of %j has no message and does not throw",
    (body) => {
      expect(toErrorReaction({ status: 400, body }, "/")).toMatchObject({
        description: "form:errors.message",
      });
      expect(toErrorReaction({ status: 402, body }, "/")).toEqual({
        kind: "navigate",
        to: "/account/upgrade?plan=",
      });
    },
  );
});

afterEach(() => act(() => store.removeAll()));

describe("on a page", () => {
  test("a failure is shown in the user's language, with the global error title", () => {
    fail({ status: 503 }, { locale: "es" });
    const toast = screen.getByRole("alert");
    expect(toast.textContent).toContain("Algo ha ido mal. Inténtalo de nuevo.");
    expect(toast.textContent).toContain("Si sigue ocurriendo, contacta con soporte.");
  });

  test("a status with its own page navigates there, and a toast shows the reason", () => {
    const router = fail({ status: 401, body: { message: "This sign-in has expired" } });
    expect(router.state.location.pathname).toBe("/signin");
    expect(screen.getByRole("alert").textContent).toContain("This sign-in has expired");
  });

  test("status 402 takes its sentence along to the page of the plans, and not in the URL", () => {
    const router = fail({ status: 402, body: { message: "Pro has 5 members", data: { plan: "pro" } } });
    const { location } = router.state;
    expect([location.pathname, location.search, location.state]).toEqual([
      "/account/upgrade",
      "?plan=pro",
      { reason: "Pro has 5 members" },
    ]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("an error without a response is logged", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const error = new TypeError("Failed to fetch");
    fail({ error });
    expect(log).toHaveBeenCalledWith(error);
    expect(screen.getByRole("alert").textContent).toContain(
      "Something went wrong. Please try again.Failed to fetch",
    );
  });
});

function fail(failure: RequestFailure, { locale = "en" }: { locale?: "en" | "es" } = {}) {
  let children: ReactNode = null;
  const router = createMemoryRouter([{ path: "*", Component: () => children }], {
    initialEntries: ["/dashboard"],
  });
  const { result } = renderHook(useCentralErrors, {
    wrapper: (props: { children: ReactNode }) => {
      children = props.children;
      return (
        <WithTexts locale={locale}>
          <RouterProvider router={router} future={{ v7_startTransition: true }} />
          <Toaster />
        </WithTexts>
      );
    },
  });
  act(() => {
    result.current(failure);
  });
  return router;
}
