/** The audit logs of all accounts: the filters, and the list. */
import { Form } from "@remix-run/react";
import { useId, useMemo, type ReactNode } from "react";
import { AUDIT_ACTIONS, type AuditAction } from "~/domain/audit-actions";
import { paths } from "~/domain/paths";
import { toSupportActText } from "../audit/support-act";
import { DayInput } from "../form/day-input";
import { getInputClass } from "../form/field";
import { Button, ButtonLink } from "../kit/button";
import { Card, CardBody } from "../kit/card";
import { Icon } from "../kit/icon";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";

interface AuditEntry {
  id: string;
  action: AuditAction;
  account: { id: string; name: string };
  actor: { id: string; name: string };
  /** The name of the master who acted as the actor. */
  support: string | null;
  target: string | null;
  address: string;
  date: string;
}

/** The values of the filters; "" limits nothing. */
export type AuditFilters = Record<"action" | "account" | "actor" | "from" | "to", string>;

interface AuditLogProps {
  audit: AuditEntry[];
  filters: AuditFilters;
  next: string | null;
  previous: string | null;
}

export function AuditLog({ audit, filters, next, previous }: AuditLogProps) {
  const { t } = useTexts("master");
  const columns = useColumns();
  return (
    <MasterLayout hint={t("audit.hint")}>
      <Card className="mb-4">
        <CardBody isAlone>
          <Filters {...filters} />
        </CardBody>
      </Card>
      <ServerTable
        title={t("audit.title")}
        rows={audit}
        columns={columns}
        rowActions={[
          {
            id: "account",
            label: t("audit.only_account"),
            href: ({ account }) => paths.masterAuditWith({ account: account.id }),
          },
          {
            id: "actor",
            label: t("audit.only_actor"),
            href: ({ actor }) => paths.masterAuditWith({ actor: actor.id }),
          },
        ]}
        emptyText={t("audit.empty")}
        server={{ ...filters, next, previous }}
      />
    </MasterLayout>
  );
}

/** A form of the browser's own fields, so that the filters are in the URL and work without scripts. */
function Filters(filters: AuditFilters) {
  const { t } = useTexts(["master", "activity"]);
  const actions = useMemo(
    () =>
      AUDIT_ACTIONS.map((action) => ({ action, label: t(`activity:action.${action}`) })).sort((one, other) =>
        one.label < other.label ? -1 : 1,
      ),
    [t],
  );
  return (
    <Form
      role="search"
      key={JSON.stringify(filters)}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-6"
    >
      <Labelled label={t("audit.action")} className="col-span-2">
        {(id) => (
          <span className="relative block">
            <select
              id={id}
              name="action"
              defaultValue={filters.action}
              className={getInputClass("select pr-8")}
            >
              <option value="">{t("audit.all_actions")}</option>
              {actions.map(({ action, label }) => (
                <option key={action} value={action}>
                  {label}
                </option>
              ))}
            </select>
            <Icon
              name="chevron-down"
              className="pointer-events-none absolute right-2.5 top-1/2 size-3.5 -translate-y-1/2 text-muted"
            />
          </span>
        )}
      </Labelled>
      <TextFilter name="account" label={t("audit.account_id")} value={filters.account} />
      <TextFilter name="actor" label={t("audit.actor_id")} value={filters.actor} />
      <DayFilter name="from" label={t("audit.from")} value={filters.from} />
      <DayFilter name="to" label={t("audit.to")} value={filters.to} />
      <div className="flex min-h-9.5 flex-wrap items-center gap-2 col-span-2 lg:col-span-4">
        <Button type="submit" variant="primary" size="sm">
          {t("audit.apply")}
        </Button>
        {Object.values(filters).some(Boolean) ? (
          <ButtonLink to={paths.masterAudit} size="sm">
            {t("audit.show_all")}
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}

interface TextFilterProps {
  name: keyof AuditFilters;
  label: string;
  value: string;
}

function TextFilter({ name, label, value }: TextFilterProps) {
  return (
    <Labelled label={label} className="col-span-2">
      {(id) => (
        <input
          id={id}
          name={name}
          type="text"
          defaultValue={value}
          className={getInputClass("w-full min-w-0")}
        />
      )}
    </Labelled>
  );
}

function DayFilter({ name, label, value }: TextFilterProps) {
  return (
    <Labelled label={label} className="col-span-2 min-w-0 sm:col-span-1">
      {(id) => <DayInput control={{ id, name }} defaultValue={value} isOptional isShort />}
    </Labelled>
  );
}

function Labelled(props: { label: string; className?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={props.className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {props.label}
      </label>
      {props.children(id)}
    </div>
  );
}

function useColumns(): TableColumn<AuditEntry>[] {
  const { t } = useTexts(["master", "activity"]);
  const activity = useTexts("activity").t;
  return useMemo(
    () => [
      {
        id: "action",
        header: t("audit.action"),
        cell: ({ action, target, account }) => ({
          kind: "code",
          label: t(`activity:action.${action}`),
          detail: toSupportActText(activity, { action, target }) ?? target ?? "",
          narrow: account.name || account.id,
        }),
      },
      {
        id: "account",
        header: t("audit.account"),
        isMinor: true,
        cell: ({ account }) => ({
          kind: "link",
          label: account.name || account.id,
          url: paths.masterAccountWith(account.id),
        }),
      },
      {
        id: "actor",
        header: t("audit.actor"),
        isMinor: true,
        cell: ({ actor, support }) => ({
          kind: "link",
          label: actor.name,
          url: paths.masterPersonWith(actor.id),
          detail: support === null ? undefined : t("activity:by_support", { name: support }),
        }),
      },
      { id: "address", header: t("audit.address"), isMinor: true, cell: ({ address }) => address },
      { id: "when", header: t("audit.when"), cell: ({ date }) => date },
    ],
    [t, activity],
  );
}
