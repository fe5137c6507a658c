/** A table that the server sorts, searches and cuts into pages: by links and a form, so that it works without scripts. */
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ServerFooter } from "./server-footer";
import { createSortLink, type ServerPages } from "./server-pages";
import type { TableColumn, TableRow } from "./table-data";
import { SEARCH_FIELD, TableFrame, type ColumnSort, type TableProps } from "./table-frame";

export interface ServerTableProps<Row extends TableRow> extends TableProps<Row> {
  /** The page that `rows` are, and the links to its neighbours. */
  server: ServerPages;
}

export function ServerTable<Row extends TableRow>({ server, ...props }: ServerTableProps<Row>) {
  const sortOf = ({ id }: TableColumn<Row>): ColumnSort => ({
    order: server.sort === id ? (server.direction ?? "asc") : "none",
    to: createSortLink(server, id),
  });
  return (
    <TableFrame
      {...props}
      sortOf={sortOf}
      tools={props.hasSearch ? <SearchForm server={server} /> : null}
      footer={<ServerFooter title={props.title} server={server} />}
    />
  );
}

/** Sent with Enter. */
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
