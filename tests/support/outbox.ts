/**
 * For tests of the outbox: a real store in a folder of its own, a clock that the test moves, and a mail server that
 * the test controls.
 */
import type { Store } from "~/models/store/store";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { days, MAIL_CLAIM_MS } from "~/domain/limits";
import type { Mailer, OutgoingMail } from "~/gateways/mail/mailer";
import type { InvoicePdfs } from "~/gateways/payments/invoice-pdf";
import { mailEntity, type MailRow } from "~/models/mail.server";
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { createMailJob, queueMail } from "~/services/platform/mail/outbox.server";
import type { Worker } from "~/services/platform/workers.server";
import { createFirstSecrets } from "~/services/platform/crypto/hash-keys.server";
import { startJob } from "./jobs";
import { openMigratedStore } from "./migrated-stores";

/** For slow machines. Nothing waits this long when all is well. */
export const PATIENCE_MS = 15_000;
export const TOKEN = "ver_abcdefghijklmnopqrstuvwxyz0123456789";
export const LINK = `https://app.test/signup/verify?token=${TOKEN}`;
export const VALUES = { name: "Grace Hopper", link: LINK, hours: 24 };
export const START = new Date("2026-11-21T14:05:00.000Z");

interface QueuedInTest {
  to?: string;
  locale?: string;
  values?: typeof VALUES;
  seal?: typeof secrets;
  into?: Store;
}

interface BegunInTest {
  every?: number;
  store?: OpenStore;
  /** Runs, and may throw, before each look for due mails. */
  beforeLook?: () => Promise<void>;
  pdfs?: InvoicePdfs;
  claimMs?: number;
}

/** No mail gets a file. */
const NO_PDFS: InvoicePdfs = {
  canFetch: () => false,
  fetch: () => Promise.reject(new Error("no files here")),
};

export const secrets = createFirstSecrets("a secret of the tests, long enough for it");

/** Creates everything an outbox needs, and records what it does. Close it when done. */
export async function openBench() {
  const folder = await mkdtemp(join(tmpdir(), "outbox-"));
  const url = `sqlite:${join(folder, "app.db")}`;
  const store = await openMigratedStore(folder);
  const opened = [store];
  /** Each outbox, and how often it has found nothing more to do. */
  const looks = new Map<Worker, number>();
  const logged: { level: string; about: Record<string, unknown>; message: string }[] = [];
  let clock = START;

  const write = (level: string) => (about: unknown, message?: unknown) => {
    logged.push({ level, about: about as Record<string, unknown>, message: String(message) });
  };

  return {
    folder,
    store,
    logged,
    pass(ms: number) {
      clock = new Date(clock.getTime() + ms);
    },
    now: () => clock,
    queue({
      to = "grace@acme.test",
      locale = "en",
      values = VALUES,
      seal = secrets,
      into = store,
    }: QueuedInTest = {}) {
      return queueMail(into, seal, { template: "verify", to, locale, values, at: clock });
    },
    async onlyRow(): Promise<MailRow> {
      const [row, ...others] = await store.find(mailEntity, {});
      if (!row || others.length > 0) throw new Error("there should be one mail");
      return row;
    },
    /** The same database, as another process sees it. */
    async secondStore(): Promise<OpenStore> {
      const second = await openStore(url);
      opened.push(second);
      return second;
    },
    begin(
      mailer: Mailer,
      {
        every = days(1),
        beforeLook,
        store: given = store,
        pdfs = NO_PDFS,
        claimMs = MAIL_CLAIM_MS,
      }: BegunInTest = {},
    ): Worker {
      const find: OpenStore["find"] = async (...query) => {
        let isEmpty = true;
        try {
          await beforeLook?.();
          const rows = await given.find(...query);
          isEmpty = rows.length === 0;
          return rows;
        } finally {
          if (isEmpty) looks.set(outbox, (looks.get(outbox) ?? 0) + 1);
        }
      };
      const job = createMailJob({
        store: { ...given, find },
        mailer,
        seal: secrets,
        log: { info: write("info"), warn: write("warn"), error: write("error") },
        from: "Groundwork <hello@groundwork.test>",
        pdfs,
        claimMs,
        now: () => clock,
      });
      const outbox = startJob(job, { every });
      looks.set(outbox, 0);
      return outbox;
    },
    /** Wakes the outbox and waits until all due mails are done. The second wake rules out a look that began before. */
    async run(outbox: Worker): Promise<void> {
      for (let round = 0; round < 2; round += 1) {
        const before = looks.get(outbox) ?? 0;
        outbox.wake();
        await expect
          .poll(() => looks.get(outbox) ?? 0, { interval: 5, timeout: PATIENCE_MS })
          .toBeGreaterThan(before);
      }
    },
    async close(): Promise<void> {
      await Promise.all([...looks.keys()].map((outbox) => outbox.stop()));
      await Promise.all(opened.map((each) => each.close()));
      await rm(folder, { recursive: true });
    },
  };
}

export type Bench = Awaited<ReturnType<typeof openBench>>;

interface FakeMailer extends Mailer {
  sent: OutgoingMail[];
  discarded: OutgoingMail[];
  /** How many sends have started. */
  started: number;
  /** The error of every send; null when it succeeds. */
  failure: string | null;
}

/** A mail server that is slow, or that rejects all mails or those to one email. */
export function createFakeMailer({
  takesMs = 0,
  failure = null as string | null,
  failsFor = "",
} = {}): FakeMailer {
  const mailer: FakeMailer = {
    kind: "smtp",
    sent: [],
    discarded: [],
    started: 0,
    failure,
    async send(mail) {
      mailer.started += 1;
      await new Promise((done) => setTimeout(done, takesMs));
      if (mailer.failure !== null && (failsFor === "" || failsFor === mail.to))
        throw new Error(mailer.failure);
      mailer.sent.push(mail);
    },
    async discard(mail) {
      await new Promise((done) => setTimeout(done, takesMs));
      mailer.discarded.push(mail);
    },
  };
  return mailer;
}
