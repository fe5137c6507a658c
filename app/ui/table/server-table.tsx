/** A table that the server sorts, searches and pages. It uses links and a form, so it works without scripts. */
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { BaseTable, SEARCH_FIELD, type TableProps } from "./base-table";
import type { ColumnSort } from "./header-cell";
import { createSortLink, ServerFooter, type ServerPages } from "./server-pages";
import type { TableColumn, TableRow } from "./table-data";

export interface ServerTableProps<Row extends TableRow> extends TableProps<Row> {
  /** The page that `rows` belong to, and the cursors of the next and the previous page. */
  server: ServerPages;
}

export function ServerTable<Row extends TableRow>({ server, ...props }: ServerTableProps<Row>) {
  const getSort = ({ id }: TableColumn<Row>): ColumnSort => ({
    order: server.sort === id ? (server.direction ?? "asc") : "none",
    to: createSortLink(server, id),
  });
  return (
    <BaseTable
      {...props}
      getSort={getSort}
      tools={props.hasSearch ? <SearchForm server={server} /> : null}
      footer={<ServerFooter title={props.title} server={server} />}
    />
  );
}

/** The Enter key submits it. */
function SearchForm({ server }: { server: ServerPages }) {
  const { t } = useTranslation("data");
  return (
    <Form role="search" className="max-sm:w-full">
      {server.sort ? <input type="hidden" name="sort" value={server.sort} /> : null}
      {server.direction ? <input type="hidden" name="direction" value={server.direction} /> : null}
      <input
        type="search"
        name="search"
        aria-label={t("table.search")}
        placeholder={t("table.search")}
        defaultValue={server.search}
        className={SEARCH_FIELD}
      />
    </Form>
  );
}
