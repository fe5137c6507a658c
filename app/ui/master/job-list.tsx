/** The background jobs: a list, and the button that runs a failed one again. */
import { useMemo } from "react";
import type { JobName, JobState } from "~/domain/jobs";
import { paths } from "~/domain/paths";
import type { Tone } from "../kit/badge";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";
import { RetryNotice } from "./retry-notice";

interface Job {
  name: JobName;
  status: JobState;
  failure: string | null;
  last_run: string | null;
  next_run: string | null;
}

interface JobListProps {
  jobs: Job[];
  /** The job that the master has chosen. */
  chosen: JobName | null;
}

type JobTableRow = Job & { id: JobName };

export function JobList({ jobs, chosen }: JobListProps) {
  const { t } = useTexts("master");
  const columns = useColumns();
  const rows = useMemo(() => jobs.map((job) => ({ ...job, id: job.name })), [jobs]);
  return (
    <MasterLayout hint={t("jobs.hint")}>
      {chosen === null ? null : (
        <RetryNotice
          title={t(`jobs.name.${chosen}`)}
          field={{ name: "job", value: chosen }}
          button={t("jobs.retry")}
          failure={jobs.find(({ name }) => name === chosen)?.failure ?? null}
        />
      )}
      <ServerTable
        title={t("jobs.title")}
        rows={rows}
        columns={columns}
        rowActions={[
          {
            id: "retry",
            label: t("jobs.retry"),
            condition: { status: "failed" },
            href: ({ id }) => paths.masterJobsWith(id),
          },
        ]}
        emptyText={t("jobs.empty")}
        server={{ next: null, previous: null }}
      />
    </MasterLayout>
  );
}

const TONES: Record<JobState, Tone> = {
  waiting: "neutral",
  running: "warn",
  done: "good",
  failed: "bad",
  off: "neutral",
};

function useColumns(): TableColumn<JobTableRow>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      { id: "job", header: t("jobs.job"), cell: ({ name }) => t(`jobs.name.${name}`) },
      {
        id: "status",
        header: t("jobs.status"),
        cell: ({ status }) => ({ kind: "badge", label: t(`jobs.state.${status}`), tone: TONES[status] }),
      },
      {
        id: "failure",
        header: t("jobs.failure"),
        isMinor: true,
        cell: ({ status, failure }) => (status === "off" ? t("jobs.off") : failure),
      },
      { id: "last", header: t("jobs.last"), isMinor: true, cell: ({ last_run }) => last_run },
      { id: "next", header: t("jobs.next"), isMinor: true, cell: ({ next_run }) => next_run },
    ],
    [t],
  );
}
