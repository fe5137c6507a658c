/** Below a table: the pages, when there is more than one. */
import type { Table } from "@tanstack/react-table";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "../kit/button";
import { PagesFooter, ServerFooter } from "./server-footer";
import type { ServerPages } from "./server-pages";
import type { TableRow } from "./table-data";

export interface TablePagesProps<Row extends TableRow> {
  /** Of the table: the page may have several. */
  title: string;
  table: Table<Row>;
  server?: ServerPages;
  /** Where all rows stand on one page. */
  wholeAt?: string;
}

export function TablePages<Row extends TableRow>({ server, ...memory }: TablePagesProps<Row>) {
  if (server) return <ServerFooter title={memory.title} server={server} />;
  return memory.table.getPageCount() > 1 ? <MemoryFooter {...memory} /> : null;
}

function MemoryFooter<Row extends TableRow>({ title, table, wholeAt }: Omit<TablePagesProps<Row>, "server">) {
  const { t } = useTranslation("data");
  const page = table.getState().pagination.pageIndex + 1;
  return (
    <PagesFooter label={t("table.pages", { title })}>
      <span role="status" className="mr-auto text-sm text-muted">
        {t("table.page", { page, pages: table.getPageCount() })}
      </span>
      {wholeAt === undefined ? null : (
        <ButtonLink size="sm" to={wholeAt} className="hidden noscript:inline-flex">
          {t("table.show_all")}
        </ButtonLink>
      )}
      <Button
        size="sm"
        className="noscript:hidden"
        disabled={!table.getCanPreviousPage()}
        onClick={() => table.previousPage()}
      >
        {t("table.previous")}
      </Button>
      <Button
        size="sm"
        className="noscript:hidden"
        disabled={!table.getCanNextPage()}
        onClick={() => table.nextPage()}
      >
        {t("table.next")}
      </Button>
    </PagesFooter>
  );
}
