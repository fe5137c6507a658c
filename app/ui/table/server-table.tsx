/** A table that the server sorts, searches and pages. It uses links and a form, so it works without scripts. */
import { useRef, type ComponentType, type ReactNode } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { BaseTable, type TableProps } from "./base-table";
import type { ColumnSort } from "./header-cell";
import { ButtonLink } from "../kit/button";
import { EmptyState } from "../kit/empty-state";
import { ListFilters, type ListFilter } from "./list-filters";
import { GlobalActions, useSelection } from "./selection";
import {
  createClearLink,
  createSortLink,
  PageNumberNotice,
  ServerFooter,
  type ServerPages,
} from "./server-pages";
import type { GlobalAction, TableColumn, TableRow } from "./table-data";
import { useTexts } from "../use-texts";

export interface ServerTableProps<Row extends TableRow> extends TableProps<Row> {
  /** The page that `rows` belong to, and the way to the next and the previous page. */
  server: ServerPages;
  /** Actions on selected rows. They need scripts. */
  globalActions?: readonly GlobalAction<Row>[];
  hasSearch?: boolean;
  /** `DayFields`: two fields that limit the list to days. Only the pages that have them load their code. */
  Days?: ComponentType<{ server: ServerPages }>;
  /** Next to the search. */
  filters?: readonly ListFilter[];
  /** Next to the title: a link, for example. */
  tools?: ReactNode;
}

export function ServerTable<Row extends TableRow>(props: ServerTableProps<Row>) {
  const { server, globalActions = NO_ACTIONS, hasSearch = false, Days, ...rest } = props;
  const { filters = NO_FILTERS, ...table } = rest;
  const hasFilters = hasSearch || Days !== undefined;
  const { t } = useTexts("data");
  const { selection, selected, clear } = useSelection(table.rows);
  const heading = useRef<HTMLHeadingElement>(null);
  const finishAction = () => {
    clear();
    // The button of the action is gone with the selection.
    heading.current?.focus();
  };
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
        heading={heading}
        getSort={getSort}
        selection={globalActions.some(({ isGlobalOnly }) => !isGlobalOnly) ? selection : undefined}
        tools={
          globalActions.length > 0 || hasFilters || table.tools ? (
            <>
              {globalActions.length > 0 ? (
                <GlobalActions t={t} actions={globalActions} selected={selected} onDone={finishAction} />
              ) : null}
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

const NO_ACTIONS = [] as const;
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
