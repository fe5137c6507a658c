/** A table that the server sorts, searches and pages. It uses links and a form, so it works without scripts. */
import type { ComponentType, ReactNode, RefObject } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { BaseTable, type TableProps } from "./base-table";
import type { ColumnSort } from "./header-cell";
import { ButtonLink } from "../kit/button";
import { EmptyState } from "../kit/empty-state";
import { ListFilters, type ListFilter } from "./list-filters";
import {
  createClearLink,
  createSortLink,
  PageNumberNotice,
  ServerFooter,
  type ServerPages,
} from "./server-pages";
import type { TableColumn, TableRow } from "./table-data";
import type { SelectBoxes } from "./table-row";
import { useTexts } from "../use-texts";

export interface ServerTableProps<Row extends TableRow> extends TableProps<Row> {
  /** The page that `rows` belong to, and the way to the next and the previous page. */
  server: ServerPages;
  /** The checkboxes of its rows: of `SelectableTable`, which only the pages that need it load. */
  boxes?: SelectBoxes<Row>;
  /** Before the filters: the buttons of what is done with the selected rows. */
  actions?: ReactNode;
  /** The ref of its heading. */
  heading?: RefObject<HTMLHeadingElement>;
  hasSearch?: boolean;
  /** `DayFields`: two fields that limit the list to days. Only the pages that have them load their code. */
  Days?: ComponentType<{ server: ServerPages }>;
  /** Next to the search. */
  filters?: readonly ListFilter[];
  /** Next to the title: a link, for example. */
  tools?: ReactNode;
}

export function ServerTable<Row extends TableRow>(props: ServerTableProps<Row>) {
  const { server, actions, hasSearch = false, Days, ...rest } = props;
  const { filters = NO_FILTERS, ...table } = rest;
  const hasFilters = hasSearch || Days !== undefined;
  const { t } = useTexts("data");
  const getSort = ({ id }: TableColumn<Row>): ColumnSort => ({
    order: server.sort === id ? (server.direction ?? "asc") : "none",
    to: createSortLink(server, id),
  });
  return (
    <>
      <PageNumberNotice server={server} />
      <BaseTable
        {...table}
        t={t}
        getSort={getSort}
        tools={
          actions || hasFilters || table.tools ? (
            <>
              {actions}
              {hasFilters ? <ListFilters {...{ t, server, filters, hasSearch, Days }} /> : null}
              {table.tools}
            </>
          ) : null
        }
        empty={<EmptyList t={t} server={server} text={table.emptyText} />}
        footer={<ServerFooter title={table.title} server={server} />}
      />
    </>
  );
}

const NO_FILTERS = [] as const;

/** Says why there are no rows, and after a search or a filter how to see all. */
function EmptyList({ t, server, text }: { t: TranslateFile<"data">; server: ServerPages; text?: string }) {
  const clearLink = createClearLink(server);
  if (clearLink === undefined) return <EmptyState icon="inbox" text={text ?? t("table.no_results")} />;
  return (
    <EmptyState
      icon="search-x"
      text={t("table.no_results")}
      action={
        <ButtonLink to={clearLink} size="sm" preventScrollReset>
          {server.search ? t("table.clear_search") : t("table.show_all")}
        </ButtonLink>
      }
    />
  );
}
