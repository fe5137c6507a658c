/** Below a table: the pages, when there is more than one. */
import type { Table } from "@tanstack/react-table";
import { useTranslation } from "react-i18next";
import { Button } from "../kit/button";
import { PagesFooter, ServerFooter } from "./server-footer";
import type { ServerPages } from "./server-pages";
import type { TableRow } from "./table-data";

export interface TablePagesProps<Row extends TableRow> {
  /** Of the table: the page may have several. */
  title: string;
  table: Table<Row>;
  server?: ServerPages;
}

export function TablePages<Row extends TableRow>({ title, table, server }: TablePagesProps<Row>) {
  if (server) return <ServerFooter title={title} server={server} />;
  return table.getPageCount() > 1 ? <MemoryFooter title={title} table={table} /> : null;
}

function MemoryFooter<Row extends TableRow>({ title, table }: { title: string; table: Table<Row> }) {
  const { t } = useTranslation("data");
  const page = table.getState().pagination.pageIndex + 1;
  return (
    <PagesFooter label={t("table.pages", { title })} needsScript>
      <span role="status" className="mr-auto text-sm text-muted">
        {t("table.page", { page, pages: table.getPageCount() })}
      </span>
      <Button size="sm" disabled={!table.getCanPreviousPage()} onClick={() => table.previousPage()}>
        {t("table.previous")}
      </Button>
      <Button size="sm" disabled={!table.getCanNextPage()} onClick={() => table.nextPage()}>
        {t("table.next")}
      </Button>
    </PagesFooter>
  );
}
