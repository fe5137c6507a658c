/** The search and the filters of a list that the server reads: a form that works without scripts. */
import { Form, useNavigate } from "@remix-run/react";
import type { ChangeEvent, ComponentType, FormEvent } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { Button } from "../kit/button";
import { Icon } from "../kit/icon";
import type { ServerPages } from "./server-pages";

/** A choice that limits the list. No choice shows all rows. */
export interface ListFilter {
  name: "status" | "permission" | "rating" | "plan";
  label: string;
  /** The text of the option for all rows. */
  allLabel: string;
  options: readonly { value: string; label: string }[];
}

interface ListFiltersProps {
  t: TranslateFile<"data">;
  server: ServerPages;
  filters: readonly ListFilter[];
  hasSearch?: boolean;
  /** Two fields for the first and the last day: `DayFields`. */
  Days?: ComponentType<{ server: ServerPages }>;
}

/** The choices that may limit the list without a filter of this form: by tabs, for example. */
const CHOICES = ["status", "permission", "rating"] as const;

/** The Enter key submits it, and with scripts each choice. */
export function ListFilters({ t, server, filters, hasSearch = true, Days }: ListFiltersProps) {
  const navigate = useNavigate();

  function load(form: HTMLFormElement): void {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && value !== "") query.set(name, value);
    }
    navigate(`?${query.toString()}`, { preventScrollReset: true });
  }

  // Only to leave out the empty fields of the URL.
  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    load(event.currentTarget);
  }

  const handleChoice = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => form && load(form);

  return (
    <Form
      role="search"
      preventScrollReset
      onSubmit={handleSubmit}
      className="flex flex-wrap items-center gap-2 max-sm:w-full"
    >
      {CHOICES.filter((name) => !filters.some((filter) => filter.name === name)).map((name) =>
        server[name] ? <input key={name} type="hidden" name={name} value={server[name]} /> : null,
      )}
      {server.months ? <input type="hidden" name="months" value={server.months} /> : null}
      {server.account ? <input type="hidden" name="account" value={server.account} /> : null}
      {server.sort ? <input type="hidden" name="sort" value={server.sort} /> : null}
      {server.direction ? <input type="hidden" name="direction" value={server.direction} /> : null}
      {filters.map((filter) => (
        <FilterSelect
          key={`${filter.name} ${server[filter.name] ?? ""}`}
          filter={filter}
          value={server[filter.name]}
          onChange={handleChoice}
        />
      ))}
      {Days ? <Days server={server} /> : null}
      {hasSearch ? (
        <input
          type="search"
          name="search"
          aria-label={t("table.search")}
          placeholder={t("table.search")}
          defaultValue={server.search}
          className="field-text h-8 w-full min-w-0 rounded border border-line-strong bg-surface px-3 shadow-control placeholder:text-faint sm:w-44 md:w-48"
        />
      ) : null}
      {Days ? (
        <Button type="submit" size="sm">
          {t("table.apply")}
        </Button>
      ) : filters.length > 0 ? (
        <Button type="submit" size="sm" className="!hidden noscript:!inline-flex">
          {t("table.apply")}
        </Button>
      ) : null}
    </Form>
  );
}

interface FilterSelectProps {
  filter: ListFilter;
  value: string | undefined;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
}

function FilterSelect({ filter, value, onChange }: FilterSelectProps) {
  return (
    <span className="relative min-w-0 max-sm:flex-1">
      <select
        name={filter.name}
        aria-label={filter.label}
        defaultValue={value ?? ""}
        onChange={onChange}
        className="field-text select h-8 w-full min-w-0 rounded border border-line-strong bg-surface pl-2.5 pr-8 shadow-control"
      >
        <option value="">{filter.allLabel}</option>
        {filter.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute right-2.5 top-1/2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
