/** The outbox's reaction to a server that says when, or whether, to try again. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { days, hours, MAIL_RETRY_MAX_MS, MAIL_RETRY_WAITS_MS } from "~/domain/limits";
import { MailError } from "~/gateways/mail/mailer";
import {
  createFakeMailer,
  openBench,
  PATIENCE_MS,
  START,
  type Bench,
} from "../../../../tests/support/outbox";

vi.setConfig({ testTimeout: PATIENCE_MS });

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

test("a mail that the server will never accept is given up at once", async () => {
  const mailer = createFakeMailer();
  mailer.send = () =>
    Promise.reject(new MailError("400 no such mailbox", { status: 400, isPermanent: true }));
  await bench.queue();
  await bench.run(bench.begin(mailer));
  expect(await bench.onlyRow()).toMatchObject({
    status: "dead",
    attempts: 1,
    failure: "400 no such mailbox",
  });
});

test.each([
  ["sooner than the usual wait", 1000, MAIL_RETRY_WAITS_MS[0]],
  ["later", hours(3), hours(3)],
  ["after more than a day", days(9), MAIL_RETRY_MAX_MS],
])(
  "a server that accepts mails again %s is tried again then, within a day",
  async (_when, asked, wait = 0) => {
    const mailer = createFakeMailer();
    const retryAt = new Date(START.getTime() + asked);
    mailer.send = () => Promise.reject(new MailError("429 slower", { status: 429, retryAt }));
    await bench.queue();
    await bench.run(bench.begin(mailer));
    expect(await bench.onlyRow()).toMatchObject({
      status: "waiting",
      dueAt: new Date(START.getTime() + wait),
    });
  },
);
