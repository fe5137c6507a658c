/** The mails that have not been sent: those that were given up, with their retry, and those that wait. */
import { useMemo } from "react";
import { UNSENT_STATES, type UnsentState } from "~/domain/mails";
import { paths } from "~/domain/paths";
import { PostForm, useSend } from "../form/post-form";
import { useAfterAccepted } from "../table/use-after-accepted";
import { Button } from "../kit/button";
import { LinkTabs } from "../kit/link-tabs";
import { SelectableTable } from "../table/selectable-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";
import { RetryNotice } from "./retry-notice";

interface Mail {
  id: string;
  recipient: string;
  template: string;
  attempts: number;
  failure: string | null;
  queued: string;
  date: string;
}

interface MailListProps {
  mails: Mail[];
  status: UnsentState;
  /** The mail that the master has chosen to send again. */
  chosen: string | null;
  next: string | null;
  previous: string | null;
}

export function MailList({ mails, status, chosen, next, previous }: MailListProps) {
  const { t } = useTexts("master");
  const columns = useColumns(status);
  const retry = useRetry();
  const isDead = status === "dead";
  const mail = mails.find(({ id }) => id === chosen);
  return (
    <MasterLayout hint={t("mails.hint")}>
      <StateTabs status={status} />
      {isDead && mail ? (
        <RetryNotice
          title={mail.recipient}
          field={{ name: "ids", value: mail.id }}
          button={t("mails.retry")}
          failure={mail.failure}
        />
      ) : null}
      <SelectableTable
        title={t(`mails.title.${status}`)}
        rows={mails}
        columns={columns}
        globalActions={
          isDead
            ? [
                {
                  id: "retry",
                  label: t("mails.retry_selected"),
                  run: (rows, done) =>
                    retry(
                      rows.map(({ id }) => id),
                      done,
                    ),
                },
              ]
            : []
        }
        rowActions={
          isDead
            ? [
                {
                  id: "retry",
                  label: t("mails.retry"),
                  href: ({ id }) => paths.masterMailsWith({ mail: id }),
                },
              ]
            : []
        }
        tools={isDead && mails.length > 0 ? <RetryButtons mails={mails} /> : null}
        selectionForm={isDead ? SELECTION_FORM : undefined}
        emptyText={t(`mails.empty.${status}`)}
        server={{ tab: status, next, previous }}
      />
    </MasterLayout>
  );
}

function StateTabs({ status }: Pick<MailListProps, "status">) {
  const { t } = useTexts("master");
  const tabs = UNSENT_STATES.map((each) => ({
    link: paths.masterMailsWith({ tab: each }),
    label: t(`mails.state.${each}`),
    isActive: each === status,
  }));
  return <LinkTabs label={t("mails.filter")} tabs={tabs} />;
}

const SELECTION_FORM = "retry-selected";

/** Sends all mails of this page again, or without scripts those that are ticked. */
function RetryButtons({ mails }: Pick<MailListProps, "mails">) {
  const { t } = useTexts("master");
  return (
    <>
      <PostForm id={SELECTION_FORM}>
        <Button type="submit" size="sm" className="!hidden noscript:!inline-flex">
          {t("mails.retry_selected")}
        </Button>
      </PostForm>
      <PostForm>
        {mails.map(({ id }) => (
          <input key={id} type="hidden" name="ids" value={id} />
        ))}
        <Button type="submit" size="sm">
          {t("mails.retry_page", { count: mails.length })}
        </Button>
      </PostForm>
    </>
  );
}

/** Returns the function that sends the mails with these ids again. */
function useRetry(): (ids: readonly string[], done: () => void) => void {
  const { send, ...sending } = useSend();
  const setAfterAccepted = useAfterAccepted(sending);
  return function retry(ids, done) {
    const values = new FormData();
    for (const id of ids) values.append("ids", id);
    setAfterAccepted(done);
    send(paths.masterMails, values, { keepsScroll: true, retry: () => retry(ids, done) });
  };
}

function useColumns(status: UnsentState): TableColumn<Mail>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      { id: "recipient", header: t("mails.recipient"), cell: ({ recipient }) => recipient },
      { id: "template", header: t("mails.template"), isMinor: true, cell: ({ template }) => template },
      { id: "failure", header: t("mails.failure"), isMinor: true, cell: ({ failure }) => failure },
      { id: "attempts", header: t("mails.attempts"), isMinor: true, cell: ({ attempts }) => attempts },
      { id: "queued", header: t("mails.queued"), isMinor: status === "dead", cell: ({ queued }) => queued },
      {
        id: "when",
        header: status === "dead" ? t("mails.when") : t("mails.next"),
        isMinor: true,
        cell: ({ date }) => date,
      },
    ],
    [t, status],
  );
}
