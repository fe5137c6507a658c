/** What a table in memory is before scripts run, and all that it ever is without them. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DataTexts } from "../../../tests/support/data-page";
import { DataTable } from "./data-table";
import type { TableColumn, TableRow } from "./table-data";

const ROWS: TableRow[] = Array.from({ length: 12 }, (_, index) => ({ id: `row ${index}` }));
const COLUMNS: TableColumn<TableRow>[] = [{ id: "id", header: "Id", cell: ({ id }) => id }];

test("the rows behind the first page are there, for readers without scripts alone", () => {
  const html = renderToStaticMarkup(
    <DataTexts>
      <DataTable title="Rows" rows={ROWS} columns={COLUMNS} />
    </DataTexts>,
  );
  for (const { id } of ROWS) expect(html).toContain(id);
  expect(html.match(/hidden noscript:table-row/g)).toHaveLength(2);
  expect(html).toMatch(/<nav[^>]*noscript:hidden/);
});
