/** The server's table is TanStack's before anybody has touched it: what differed would move when the page wakes up. */
import * as tanStack from "@tanstack/react-table";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import * as onServer from "./table-on-server";

const ROWS = Array.from({ length: 25 }, (_, index) => ({ id: `row-${index}` }));

test.each([
  { name: "several pages", rows: ROWS, isServerPaged: false },
  { name: "one page", rows: ROWS.slice(0, 10), isServerPaged: false },
  { name: "no rows", rows: [], isServerPaged: false },
  { name: "a page that the server has cut", rows: ROWS, isServerPaged: true },
])("$name", ({ rows, isServerPaged }) => {
  expect(seen(onServer, rows, isServerPaged)).toEqual(seen(tanStack, rows, isServerPaged));
});

/** What the parts of a table are told while they are rendered. */
function seen(
  library: typeof tanStack | typeof onServer,
  data: { id: string }[],
  isServerPaged: boolean,
): unknown {
  const { useReactTable, ...models } = library as typeof tanStack;
  function Table() {
    const table = useReactTable({
      data,
      columns: [{ id: "id", accessorFn: ({ id }) => id }],
      getRowId: ({ id }) => id,
      initialState: { pagination: { pageIndex: 0, pageSize: 10 } },
      manualPagination: isServerPaged,
      getCoreRowModel: models.getCoreRowModel(),
      getSortedRowModel: models.getSortedRowModel(),
      getFilteredRowModel: models.getFilteredRowModel(),
      getPaginationRowModel: models.getPaginationRowModel(),
    });
    return JSON.stringify({
      rows: table.getRowModel().rows.map((row) => [row.id, row.original, row.getIsSelected()]),
      selected: table.getFilteredSelectedRowModel().rows,
      sorted: table.getColumn("id")?.getIsSorted(),
      isAll: table.getIsAllRowsSelected(),
      isSome: table.getIsSomeRowsSelected(),
      page: table.getState().pagination.pageIndex,
      // Only what pages in memory asks for them.
      pages: isServerPaged || [table.getPageCount(), table.getCanPreviousPage(), table.getCanNextPage()],
    });
  }
  return JSON.parse(renderToStaticMarkup(createElement(Table)).replaceAll("&quot;", '"'));
}
