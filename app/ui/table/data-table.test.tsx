// @vitest-environment happy-dom
/** The data table, with its rows in the page and from the server. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { DataPage } from "../../../tests/support/data-page";
import { DataTable, type DataTableProps } from "./data-table";
import { ServerTable, type ServerTableProps } from "./server-table";
import type { TableColumn, TableRow } from "./table-data";

interface Key extends TableRow {
  name: string;
  uses: number;
  active: boolean;
}

const createRow = (id: string, change: Partial<Key> = {}): Key => ({
  id,
  name: `Key ${id}`,
  uses: 1,
  active: true,
  ...change,
});

const KEYS = [
  createRow("2", { uses: 30 }),
  createRow("10", { uses: 4 }),
  createRow("1", { name: "Ángela", active: false }),
];

const COLUMNS: TableColumn<Key>[] = [
  { id: "name", header: "Name", isSortable: true, cell: ({ name }) => name },
  { id: "uses", header: "Uses", isSortable: true, cell: ({ uses }) => uses },
  {
    id: "status",
    header: "Status",
    cell: ({ active }) => ({
      kind: "badge",
      label: active ? "Active" : "Revoked",
      tone: active ? "good" : "neutral",
    }),
  },
];

function showServer(change: Pick<ServerTableProps<Key>, "server" | "hasSearch">) {
  render(<ServerTable title="Keys" rows={KEYS} columns={COLUMNS} {...change} />, { wrapper: DataPage });
}

function show(change: Partial<DataTableProps<Key>> = {}) {
  render(<DataTable title="Keys" rows={KEYS} columns={COLUMNS} {...change} />, { wrapper: DataPage });
  return userEvent.setup();
}

const listNames = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((line) => within(line).getAllByRole("cell").at(0)?.textContent);
const getColumnHeader = (name: string) => screen.getByRole("columnheader", { name });

describe("sorting", () => {
  test("a click toggles asc and desc per column, and aria-sort has the order", async () => {
    const user = show();
    expect(getColumnHeader("Name").getAttribute("aria-sort")).toBe("none");
    await user.click(screen.getByRole("button", { name: "Name" }));
    expect([listNames(), getColumnHeader("Name").getAttribute("aria-sort")]).toEqual([
      ["Ángela", "Key 2", "Key 10"],
      "ascending",
    ]);
    await user.click(screen.getByRole("button", { name: "Name" }));
    expect([listNames(), getColumnHeader("Name").getAttribute("aria-sort")]).toEqual([
      ["Key 10", "Key 2", "Ángela"],
      "descending",
    ]);
    await user.click(screen.getByRole("button", { name: "Name" }));
    expect(getColumnHeader("Name").getAttribute("aria-sort")).toBe("ascending");
  });

  test("another column starts with asc, and numbers sort by size", async () => {
    const user = show();
    await user.click(screen.getByRole("button", { name: "Name" }));
    await user.click(screen.getByRole("button", { name: "Uses" }));
    expect(listNames()).toEqual(["Ángela", "Key 10", "Key 2"]);
    expect(
      [getColumnHeader("Name"), getColumnHeader("Uses")].map((cell) => cell.getAttribute("aria-sort")),
    ).toEqual(["none", "ascending"]);
  });

  test("a collator, which blocks a phone for 215 ms, is created only at the first sorting", async () => {
    vi.resetModules();
    const { Collator } = Intl;
    const create = vi.spyOn(Intl, "Collator").mockImplementation(function (...options) {
      return new Collator(...options);
    });
    const { DataTable: FreshTable } = await import("./data-table");
    render(<FreshTable title="Keys" rows={KEYS} columns={COLUMNS} />, { wrapper: DataPage });
    expect(create).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Name" }));
    expect(create).toHaveBeenCalledOnce();
  });

  test("a column that does not sort has no button", () => {
    show();
    expect(within(getColumnHeader("Status")).queryByRole("button")).toBeNull();
    expect(getColumnHeader("Status").hasAttribute("aria-sort")).toBe(false);
  });
});

describe("selection and actions", () => {
  const getCheckbox = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

  function showActions(change: Partial<DataTableProps<Key>> = {}) {
    const run = vi.fn();
    const create = vi.fn();
    const globalActions = [
      { id: "new", label: "New key", isGlobalOnly: true, run: create },
      { id: "delete", label: "Delete", run },
    ];
    return { run, create, user: show({ globalActions, ...change }) };
  }

  test("select-all toggles, and is indeterminate while some rows are selected", async () => {
    const { user } = showActions();
    await user.click(getCheckbox("Select Key 2"));
    expect([getCheckbox("Select all").checked, getCheckbox("Select all").indeterminate]).toEqual([
      false,
      true,
    ]);
    await user.click(getCheckbox("Select all"));
    expect(
      ["Select Key 2", "Select Key 10", "Select Ángela"].map((name) => getCheckbox(name).checked),
    ).toEqual([true, true, true]);
    expect([getCheckbox("Select all").checked, getCheckbox("Select all").indeterminate]).toEqual([
      true,
      false,
    ]);
    expect(screen.getByText("3 selected")).toBeTruthy();
    await user.click(getCheckbox("Select all"));
    expect(getCheckbox("Select Key 2").checked).toBe(false);
  });

  test("global actions need selected rows, and get them", async () => {
    const { user, run } = showActions();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    await user.click(getCheckbox("Select Key 10"));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(run).toHaveBeenCalledExactlyOnceWith([KEYS[1]]);
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });

  test("global actions with isGlobalOnly need no selected rows, and get none", async () => {
    const { user, create } = showActions();
    await user.click(screen.getByRole("button", { name: "New key" }));
    expect(create).toHaveBeenCalledExactlyOnceWith([]);
  });

  test("a table whose actions need no rows has no checkboxes", () => {
    show({ globalActions: [{ id: "new", label: "New key", isGlobalOnly: true, run: () => undefined }] });
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  test("an action does not get the selected rows that a search hides", async () => {
    const { user, run } = showActions({ hasSearch: true });
    await user.click(getCheckbox("Select all"));
    await user.type(screen.getByRole("searchbox"), "key 10");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(run).toHaveBeenCalledExactlyOnceWith([KEYS[1]]);
  });

  test("the actions of a row may depend on its values", async () => {
    const run = vi.fn();
    const user = show({ rowActions: [{ id: "revoke", label: "Revoke", condition: { active: true }, run }] });
    expect(screen.queryByRole("button", { name: "Actions for Ángela" })).toBeNull();
    const button = screen.getByRole("button", { name: "Actions for Key 2" });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.click(screen.getByRole("menuitem", { name: "Revoke" }));
    expect(run).toHaveBeenCalledExactlyOnceWith(KEYS[0]);
    expect(screen.queryByRole("menu")).toBeNull();
  });

  test("the arrow keys move through a row's menu, and from its end to its start", async () => {
    const run = () => undefined;
    const user = show({
      rowActions: [
        { id: "a", label: "First", run },
        { id: "b", label: "Second", href: ({ id }) => `/keys/${id}` },
      ],
    });
    await user.click(screen.getByRole("button", { name: "Actions for Key 2" }));
    const getMenuItem = (name: string) => screen.getByRole("menuitem", { name });
    getMenuItem("First").focus();
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(getMenuItem("Second"));
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(getMenuItem("First"));
    await user.keyboard("{ArrowUp}");
    expect(document.activeElement).toBe(getMenuItem("Second"));
    await user.keyboard("{Home}");
    expect(document.activeElement).toBe(getMenuItem("First"));
    expect(getMenuItem("Second").getAttribute("href")).toBe("/keys/2");
  });
});

describe("search, pages and the empty table", () => {
  test("the search matches the text of the cells, ignoring case and accents", async () => {
    const user = show({ hasSearch: true });
    await user.type(screen.getByRole("searchbox", { name: "Search" }), "ANGELA");
    expect(listNames()).toEqual(["Ángela"]);
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), "revoked");
    expect(listNames()).toEqual(["Ángela"]);
  });

  test("a search without matches shows 'No Results'", async () => {
    const user = show({ hasSearch: true });
    await user.type(screen.getByRole("searchbox"), "nobody");
    expect(screen.getByText("No Results")).toBeTruthy();
  });

  test("a table without rows shows 'No Results' in the reader's language", () => {
    render(
      <DataPage locale="es">
        <DataTable title="Claves" rows={[]} columns={COLUMNS} />
      </DataPage>,
    );
    expect(screen.getByText("Sin resultados")).toBeTruthy();
  });

  test("while loading, the table is aria-busy and shows neither rows nor 'No Results'", () => {
    show({ rows: [], isLoading: true });
    expect(screen.getByRole("table", { name: "Keys" }).getAttribute("aria-busy")).toBe("true");
    expect(screen.queryByText("No Results")).toBeNull();
  });

  test("a page has ten rows", async () => {
    const user = show({ rows: Array.from({ length: 12 }, (_, index) => createRow(String(index + 1))) });
    expect(listNames()).toHaveLength(10);
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(listNames()).toEqual(["Key 11", "Key 12"]);
    expect(screen.getByText("Page 2 of 2")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);
  });
});

describe("from the server", () => {
  const server = { sort: "name", direction: "asc", search: "ke", next: "abc" } as const;

  test("sorting and paging are links, and the search is a form, so all work without scripts", () => {
    showServer({ server, hasSearch: true });
    expect(screen.getByRole("link", { name: "Name" }).getAttribute("href")).toBe(
      "/?search=ke&sort=name&direction=desc",
    );
    expect(screen.getByRole("link", { name: "Next" }).getAttribute("href")).toBe(
      "/?sort=name&direction=asc&search=ke&after=abc",
    );
    expect(screen.queryByRole("link", { name: "Previous" })).toBeNull();
    const form = screen.getByRole<HTMLFormElement>("search");
    expect(Object.fromEntries(new FormData(form))).toEqual({ sort: "name", direction: "asc", search: "ke" });
    expect(form.method).toBe("get");
  });

  test("the order of the server is kept, and aria-sort has it", () => {
    showServer({ server });
    expect(listNames()).toEqual(["Key 2", "Key 10", "Ángela"]);
    expect(getColumnHeader("Name").getAttribute("aria-sort")).toBe("ascending");
  });
});
