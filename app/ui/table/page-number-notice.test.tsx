import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { DataTexts } from "../../../tests/support/data-page";
import { PageNumberNotice, type ServerPages } from "./server-pages";

const FUTURE = { v7_startTransition: true, v7_relativeSplatPath: true };
const CURSORS: ServerPages = { next: "x", previous: null };

function show(query: string, server: ServerPages, locale: "en" | "es" = "en"): string | null {
  const { unmount } = render(
    <DataTexts locale={locale}>
      <MemoryRouter future={FUTURE} initialEntries={[`/list${query}`]}>
        <PageNumberNotice server={server} />
      </MemoryRouter>
    </DataTexts>,
  );
  const text = screen.queryByRole("status")?.textContent ?? null;
  unmount();
  return text;
}

test.each(["?page=2", "?page=1", "?page=last", "?search=a&page=7"])(
  "a list by cursors that is opened at %s says how to go on, in both languages",
  (query) => {
    expect(show(query, CURSORS)).toMatch(/has no page numbers.*use Next/);
    expect(show(query, CURSORS, "es")).toMatch(/no tiene números de página.*usa Siguiente/);
  },
);

test.each([
  ["without a number", "?search=a", CURSORS],
  ["at a cursor", "?page=2&after=x", CURSORS],
  ["of a list that has page numbers", "?page=2", { number: { page: 2, pages: 3 } }],
  ["of a list that is shown as a whole", "?page=2", {}],
])("the notice says nothing %s", (_when, query, server) => {
  expect(show(query, server)).toBeNull();
});
