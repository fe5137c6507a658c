/** The data table: its links and its form, the selection of rows, and their actions. */
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { DataPage } from "../../../tests/support/data-page";
import { SelectableTable, type SelectableTableProps } from "./selectable-table";
import { ServerTable } from "./server-table";
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

function show(change: Partial<SelectableTableProps<Key>> = {}) {
  render(
    <SelectableTable title="Keys" rows={KEYS} columns={COLUMNS} server={{}} globalActions={[]} {...change} />,
    {
      wrapper: DataPage,
    },
  );
  return userEvent.setup();
}

const listNames = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((line) => within(line).getAllByRole("rowheader").at(0)?.textContent);
const getColumnHeader = (name: string) => screen.getByRole("columnheader", { name });

describe("sorting", () => {
  test("a column that does not sort has no link", () => {
    show();
    expect(within(getColumnHeader("Status")).queryByRole("link")).toBeNull();
    expect(getColumnHeader("Status").hasAttribute("aria-sort")).toBe(false);
  });
});

describe("selection and actions", () => {
  const getCheckbox = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

  function showActions(change: Partial<SelectableTableProps<Key>> = {}) {
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
    expect(run).toHaveBeenCalledExactlyOnceWith([KEYS[1]], expect.any(Function));
  });

  test("rows stay selected until the action has succeeded; then the table's heading has the focus", async () => {
    const { user, run } = showActions();
    await user.click(getCheckbox("Select Key 10"));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(getCheckbox("Select Key 10").checked).toBe(true);
    const [, done] = run.mock.calls[0] as [unknown, () => void];
    act(done);
    expect(getCheckbox("Select Key 10").checked).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Keys" }));
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });

  test("global actions with isGlobalOnly need no selected rows, and get none", async () => {
    const { user, create } = showActions();
    await user.click(screen.getByRole("button", { name: "New key" }));
    expect(create).toHaveBeenCalledExactlyOnceWith([], expect.any(Function));
  });

  test("a row that offers no action has no checkbox, and the box of all rows leaves it out", async () => {
    const run = vi.fn();
    const user = show({
      rows: [...KEYS, createRow("owner", { name: "Owner", actions: [] })],
      globalActions: [{ id: "revoke", label: "Revoke", run }],
    });
    expect(screen.queryByRole("checkbox", { name: "Select Owner" })).toBeNull();
    await user.click(getCheckbox("Select all"));
    expect(getCheckbox("Select all").checked).toBe(true);
    await user.click(screen.getByRole("button", { name: "Revoke" }));
    expect(run).toHaveBeenCalledWith(KEYS, expect.any(Function));
  });

  test("a table whose actions need no rows has no checkboxes", () => {
    show({ globalActions: [{ id: "new", label: "New key", isGlobalOnly: true, run: () => undefined }] });
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  test("an action does not get the selected rows that another page hides", async () => {
    const run = vi.fn();
    function Paged() {
      const [rows, setRows] = useState(KEYS);
      const turn = { id: "turn", label: "Turn", isGlobalOnly: true, run: () => setRows(KEYS.slice(1, 2)) };
      const actions = [turn, { id: "delete", label: "Delete", run }];
      return (
        <SelectableTable title="Keys" rows={rows} columns={COLUMNS} server={{}} globalActions={actions} />
      );
    }
    render(<Paged />, { wrapper: DataPage });
    await userEvent.click(getCheckbox("Select all"));
    await userEvent.click(screen.getByRole("button", { name: "Turn" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(run).toHaveBeenCalledExactlyOnceWith([KEYS[1]], expect.any(Function));
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

test("a table without rows shows 'No Results' in the reader's language", () => {
  render(
    <DataPage locale="es">
      <ServerTable title="Claves" rows={[]} columns={COLUMNS} server={{}} />
    </DataPage>,
  );
  expect(screen.getByText("Sin resultados")).toBeTruthy();
});

test.each([
  [{ search: "ke", sort: "name", direction: "asc" }, "Clear the search", "/?sort=name&direction=asc"],
  [{ status: "failed" }, "Show all", "/"],
] as const)("a table that %j leaves without rows has a link to all of them", (server, name, url) => {
  render(
    <DataPage>
      <ServerTable title="Keys" rows={[]} columns={COLUMNS} emptyText="No keys yet" server={server} />
    </DataPage>,
  );
  expect(screen.getByText("No Results")).toBeTruthy();
  expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(url);
});

test("a table that nothing limits says why it is empty", () => {
  render(
    <DataPage>
      <ServerTable title="Keys" rows={[]} columns={COLUMNS} emptyText="No keys yet" server={{}} />
    </DataPage>,
  );
  expect(screen.getByText("No keys yet")).toBeTruthy();
});

describe("from the server", () => {
  const server = { sort: "name", direction: "asc", search: "ke", next: "abc" } as const;

  test("sorting and paging are links, and the search is a form, so all work without scripts", () => {
    show({ server, hasSearch: true });
    expect(screen.getByRole("link", { name: "Name" }).getAttribute("href")).toBe(
      "/?sort=name&direction=desc&search=ke",
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
    show({ server });
    expect(listNames()).toEqual(["Key 2", "Key 10", "Ángela"]);
    expect(getColumnHeader("Name").getAttribute("aria-sort")).toBe("ascending");
  });
  test("a list that is paged by number shows where the reader is", () => {
    show({ server: { search: "ke", number: { page: 2, pages: 3 } } });
    expect(screen.getByRole("status").textContent).toBe("Page 2 of 3");
    const links = ["Previous", "Next"].map((name) => screen.getByRole("link", { name }));
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/?search=ke&page=1",
      "/?search=ke&page=3",
    ]);
  });
});
