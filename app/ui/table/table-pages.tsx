/** Below a table: the pages, when there is more than one. */
import type { Table } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "../kit/button";
import { nextLink, previousLink, type ServerPages } from "./server-pages";
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

function ServerFooter({ title, server }: { title: string; server: ServerPages }) {
  const { t } = useTranslation("data");
  const [previous, next] = [previousLink(server), nextLink(server)];
  if (!previous && !next) return null;
  return (
    <Footer label={t("table.pages", { title })}>
      {previous ? (
        <ButtonLink size="sm" to={previous} rel="prev">
          {t("table.previous")}
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink size="sm" to={next} rel="next">
          {t("table.next")}
        </ButtonLink>
      ) : null}
    </Footer>
  );
}

function MemoryFooter<Row extends TableRow>({ title, table }: { title: string; table: Table<Row> }) {
  const { t } = useTranslation("data");
  const page = table.getState().pagination.pageIndex + 1;
  return (
    <Footer label={t("table.pages", { title })}>
      <span role="status" className="mr-auto text-sm text-muted">
        {t("table.page", { page, count: table.getPageCount() })}
      </span>
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
    </Footer>
  );
}

function Footer({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="flex items-center justify-end gap-2 border-t border-line bg-sunken px-4 py-2.5 max-sm:px-3 lg:px-5"
    >
      {children}
    </nav>
  );
}
