/** How a rendered page leaves: in the pieces in which it became ready. */
import { Suspense, createElement, lazy, type ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { makePageBody } from "./page-body.server";

const LONG = "long ".repeat(5000);

test("what is ready together leaves in one piece, and what comes later in another", async () => {
  const later = pending();
  const { read } = render(
    createElement("main", null, LONG, createElement(Suspense, { fallback: "…" }, createElement(later.Wait))),
  );
  const first = await read();
  expect(first).toContain(LONG);
  expect(first).toContain("…");
  later.settle();
  expect(await read()).toContain("the rest");
  expect(await read()).toBeNull();
});

test("a page whose reader has gone is not rendered on", async () => {
  const later = pending();
  const { body, read, ended } = render(createElement(Suspense, { fallback: "…" }, createElement(later.Wait)));
  await read();
  await body.cancel();
  await ended;
});

test("a page that broke off is not taken for a whole one", async () => {
  const { destination, stream } = makePageBody();
  destination.write(new TextEncoder().encode("half"));
  destination.destroy(new Error("broke off"));
  await expect(new Response(stream).text()).rejects.toThrow("broke off");
});

/** Something that a page waits for. */
function pending() {
  let settle: (module: { default: () => string }) => void = () => undefined;
  const Wait = lazy(() => new Promise<{ default: () => string }>((resolve) => (settle = resolve)));
  return { Wait, settle: () => settle({ default: () => "the rest" }) };
}

function render(page: ReactElement) {
  const { destination, stream } = makePageBody();
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const ended = new Promise<void>((resolve) => {
    const { pipe } = renderToPipeableStream(page, {
      onShellReady: () => pipe(destination),
      onAllReady: () => resolve(),
      onError: () => undefined,
    });
  });
  return {
    ended,
    body: reader,
    async read() {
      const { value, done } = await reader.read();
      return done ? null : decoder.decode(value);
    },
  };
}
