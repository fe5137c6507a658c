/** All jobs of the product, and what runs them: BullMQ where Redis is configured, or else each process with leases. */
import { createOwnJobs } from "~/product/operations.server";
import type { Mailer } from "~/gateways/mail/mailer";
import type { InvoicePdfs } from "~/gateways/payments/invoice-pdf";
import type { WebhookSender } from "~/gateways/webhooks/post-webhook";
import { createBackupJob } from "./backup/backup-job.server";
import { createMemberLimitJob } from "./billing/mails/member-limit-mails.server";
import { createPendingChangeJob } from "./billing/sync/pending-changes.server";
import { createPaymentJob, createReconcileJob } from "./billing/sync/reconcile-jobs.server";
import { createSeatJob } from "./billing/sync/seats.server";
import { createApiCallComparisonJob } from "./billing/api-calls/api-call-comparison.server";
import { createApiCallReportJob } from "./billing/api-calls/api-call-report.server";
import { createBillingEventJob } from "./billing/sync/provider-event-inbox.server";
import { createCleanupJob } from "./cleanup.server";
import { createKeyExpiryJob } from "./keys/expiry-mails.server";
import type { App } from "./platform/app.server";
import { startClockWatch } from "./platform/jobs/clock-watch.server";
import type { Job, Jobs, RunningJobs } from "./platform/jobs/jobs.server";
import { startProcessJobs } from "./platform/jobs/process-jobs.server";
import { startQueueJobs, type QueueConnections } from "./platform/jobs/queue-jobs.server";
import { createJobRunner } from "./platform/jobs/run-job.server";
import { createRedisPrefix } from "./platform/redis-names.server";
import { createMailJob } from "./platform/mail/outbox.server";
import { createEventCountJob } from "./master/event-counts.server";
import { createWebhookJob } from "./platform/account-events/webhook-job.server";

/** The parts that the jobs need besides the product's. */
interface JobParts {
  mailer: Mailer;
  pdfs: InvoicePdfs;
  sender: WebhookSender;
}

/** Every job, declared once. A new one gets its name in app/domain/jobs.ts. */
export function listJobs(app: App, { mailer, pdfs, sender }: JobParts): Job[] {
  const { store, secrets, log, config } = app;
  return [
    createMailJob({ store, mailer, seal: secrets, log, from: config.mailFrom, pdfs }),
    createWebhookJob({ ...app, sender }),
    createPaymentJob(app),
    createPendingChangeJob(app),
    createBillingEventJob(app),
    createSeatJob(app),
    createApiCallReportJob(app),
    createApiCallComparisonJob(app),
    createReconcileJob(app),
    createMemberLimitJob(app),
    createKeyExpiryJob(app),
    createEventCountJob(app),
    createCleanupJob(app),
    ...createOwnJobs(app),
    ...(config.backups ? [createBackupJob(app, config.backups)] : []),
  ];
}

/** Jobs that are started once the whole product is made. Until then a wake does nothing: every job runs at the start. */
export function prepareJobs(): Jobs & { start(app: App, parts: StartParts): void; stop(): Promise<void> } {
  let running: RunningJobs | null = null;
  return {
    wake: (name) => running?.wake(name),
    start: (app, parts) => {
      running = startJobs(app, parts);
    },
    stop: async () => running?.stop(),
  };
}

type StartParts = JobParts & { connections: QueueConnections | null };

function startJobs(app: App, { connections, ...parts }: StartParts): RunningJobs {
  const { store, log } = app;
  const jobs = listJobs(app, parts);
  const runner = createJobRunner({ store });
  const running = connections
    ? startQueueJobs(jobs, { store, runner, log, connections, prefix: createRedisPrefix(app, "jobs") })
    : startProcessJobs(jobs, { store, runner });
  const clock = startClockWatch(jobs, { store, jobs: running, log });
  return {
    wake: running.wake,
    async stop() {
      await Promise.all([clock.stop(), running.stop()]);
    },
  };
}
