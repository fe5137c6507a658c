import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { days, MAIL_RETRY_WAITS_MS } from "~/domain/limits";
import { createFileMailer } from "~/gateways/mail/file-mailer";
import { listMails } from "~/gateways/mail/mailbox";
import { StoreUnavailableError } from "~/models/store/store";
import { createFakeMailer, LINK, openBench, PATIENCE_MS, type Bench } from "../../../../tests/support/outbox";
import { DECOY_RECIPIENT } from "./delivery.server";
import { createSecrets } from "../crypto/secrets.server";

vi.setConfig({ testTimeout: PATIENCE_MS });

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

afterEach(() => bench.close());

describe("failing", () => {
  test("a mail that fails is tried again after 1 min, 5 min, 30 min, 2 h and 12 h, and is then dead", async () => {
    const mailer = createFakeMailer({ failure: "421 try later" });
    await bench.queue();
    const outbox = bench.begin(mailer);
    await bench.run(outbox);

    for (const [index, wait] of MAIL_RETRY_WAITS_MS.entries()) {
      expect(await bench.onlyRow()).toMatchObject({
        status: "waiting",
        attempts: index + 1,
        failure: "421 try later",
      });
      bench.pass(wait - 1);
      await bench.run(outbox);
      expect(mailer.begun).toBe(index + 1);
      bench.pass(1);
      await bench.run(outbox);
    }

    expect(mailer.begun).toBe(6);
    expect(await bench.onlyRow()).toMatchObject({ status: "dead", attempts: 6, failure: "421 try later" });
    bench.pass(days(30));
    await bench.run(outbox);
    expect(mailer.begun).toBe(6);
  });

  test("a decoy is rendered and composed like any mail, and sent to no one", async () => {
    const mailer = createFakeMailer();
    await bench.queue({ to: DECOY_RECIPIENT });
    await bench.run(bench.begin(mailer));
    expect(mailer.sent).toEqual([]);
    expect(mailer.discarded).toMatchObject([{ to: DECOY_RECIPIENT }]);
    expect(await bench.onlyRow()).toMatchObject({ status: "sent", failure: null });
  });

  test("a mail server that comes back gets the mail at the next try, and the row is wiped", async () => {
    const mailer = createFakeMailer({ failure: "421 try later" });
    await bench.queue();
    const outbox = bench.begin(mailer);
    await bench.run(outbox);

    mailer.failure = null;
    bench.pass(MAIL_RETRY_WAITS_MS[0] ?? 0);
    await bench.run(outbox);

    expect(await bench.onlyRow()).toMatchObject({ status: "sent", payload: "-", failure: null, attempts: 2 });
  });

  test("one mail that fails holds up no other", async () => {
    const mailer = createFakeMailer({ failure: "550 no", failsFor: "grace@acme.test" });
    await bench.queue();
    await bench.queue({ to: "ada@acme.test" });

    await bench.run(bench.begin(mailer));

    expect(mailer.sent.map(({ to }) => to)).toEqual(["ada@acme.test"]);
  });

  test("the reason is bench.logged once for each failure; no log and no row holds a token, a link or an address", async () => {
    const mailer = createFakeMailer({ failure: `550 grace@acme.test refused: ${LINK}` });
    await bench.queue();
    await bench.run(bench.begin(mailer));

    const warnings = bench.logged.filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.about).toMatchObject({
      template: "verify",
      attempt: 1,
      reason: "550 […] refused: […]",
    });
    for (const text of [JSON.stringify(bench.logged), (await bench.onlyRow()).failure]) {
      expect(text).not.toMatch(/ver_|app\.test|grace@/);
    }
  });

  test("values sealed under another secret are a failure like any other, and nothing is sent", async () => {
    const mailer = createFakeMailer();
    await bench.queue({ seal: createSecrets("another secret, which is long enough too") });
    await bench.run(bench.begin(mailer));

    expect(mailer.begun).toBe(0);
    expect(await bench.onlyRow()).toMatchObject({ status: "waiting", attempts: 1 });
  });

  test("a mail that ended the process at every try is dead, not tried for ever", async () => {
    const mailer = createFakeMailer();
    await bench.queue();
    await bench.store.update("mails", { status: "waiting" }, { attempts: MAIL_RETRY_WAITS_MS.length + 1 });

    await bench.run(bench.begin(mailer));

    expect(mailer.begun).toBe(0);
    expect((await bench.onlyRow()).status).toBe("dead");
  });

  test("a mail directory that cannot be written leaves the mail waiting with the reason, and needs no restart once mended", async () => {
    const mails = join(bench.folder, "mail");
    await writeFile(mails, "in the way");
    const outbox = bench.begin(createFileMailer(mails));
    await bench.queue();
    await bench.run(outbox);
    expect((await bench.onlyRow()).failure).toMatch(/EEXIST|ENOTDIR/);
    expect(bench.logged.filter(({ level }) => level === "warn")).toHaveLength(1);

    await rm(mails);
    bench.pass(MAIL_RETRY_WAITS_MS[0] ?? 0);
    await bench.run(outbox);

    expect(await listMails(mails)).toEqual([
      expect.objectContaining({ to: "grace@acme.test", subject: "Verify your email" }),
    ]);
  });

  test("a store that is away is bench.logged once, and sending goes on when it is back", async () => {
    const mailer = createFakeMailer();
    await bench.queue();
    let isAway = true;
    const outbox = bench.begin(mailer, {
      async beforeLook() {
        if (isAway) throw new StoreUnavailableError("away", null);
      },
    });
    await bench.run(outbox);
    await bench.run(outbox);
    expect(bench.logged.filter(({ level }) => level === "error")).toHaveLength(1);

    isAway = false;
    await bench.run(outbox);

    expect(mailer.sent).toHaveLength(1);
  });
});
