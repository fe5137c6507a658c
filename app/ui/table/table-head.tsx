/** Above a table: its title, the search, and what can be done with the selected rows. */
import { Form } from "@remix-run/react";
import type { Table } from "@tanstack/react-table";
import clsx from "clsx";
import { useTranslation } from "react-i18next";
import { Button } from "../kit/button";
import type { ServerPages } from "./server-pages";
import type { GlobalAction, TableRow } from "./table-data";

export interface TableHeadProps<Row extends TableRow> {
  title: string;
  table: Table<Row>;
  actions: readonly GlobalAction<Row>[];
  hasSearch: boolean;
  server?: ServerPages;
}

export function TableHead<Row extends TableRow>({
  title,
  table,
  actions,
  hasSearch,
  server,
}: TableHeadProps<Row>) {
  const { t } = useTranslation("data");
  // Only what the search shows: nobody expects an action to reach rows out of sight.
  const selected = table.getFilteredSelectedRowModel().rows.map((row) => row.original);
  return (
    <header className="flex min-h-16 flex-wrap items-center justify-between gap-3 px-4 py-3.5 max-sm:px-3 lg:px-5">
      <h2>{title}</h2>
      <div className={clsx("flex flex-wrap items-center gap-2", hasSearch && "min-w-44 flex-1 justify-end")}>
        <span role="status" className="text-sm text-muted empty:sr-only">
          {selected.length > 0 ? t("table.selected", { count: selected.length }) : null}
        </span>
        {actions.map((action) =>
          action.isGlobalOnly || selected.length > 0 ? (
            <Button
              key={action.id}
              size="sm"
              className="noscript:hidden"
              onClick={() => {
                action.run(action.isGlobalOnly ? [] : selected);
                if (!action.isGlobalOnly) table.resetRowSelection();
              }}
            >
              {action.label}
            </Button>
          ) : null,
        )}
        {hasSearch ? <Search table={table} server={server} /> : null}
      </div>
    </header>
  );
}

const FIELD =
  "h-8 w-full min-w-0 rounded border border-line-strong bg-surface px-3 field-text shadow-control placeholder:text-faint sm:w-44 md:w-56";

/** With a server a form of its own, sent with Enter; in memory as one types. */
function Search<Row extends TableRow>({ table, server }: { table: Table<Row>; server?: ServerPages }) {
  const { t } = useTranslation("data");
  const text = { type: "search", "aria-label": t("table.search"), placeholder: t("table.search") };
  if (!server) {
    return (
      <input
        {...text}
        className={clsx(FIELD, "noscript:hidden")}
        onChange={(event) => table.setGlobalFilter(event.target.value)}
      />
    );
  }
  return (
    <Form role="search" className="max-sm:w-full">
      {server.sort ? <input type="hidden" name="sort" value={server.sort} /> : null}
      {server.direction ? <input type="hidden" name="direction" value={server.direction} /> : null}
      <input {...text} name="search" defaultValue={server.search} className={FIELD} />
    </Form>
  );
}
