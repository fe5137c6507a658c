import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { MAIL_CLAIM_MS } from "~/domain/limits";
import {
  createFakeMailer,
  LINK,
  openBench,
  PATIENCE_MS,
  secrets,
  START,
  TOKEN,
  VALUES,
  type Bench,
} from "../../../../tests/support/outbox";

vi.setConfig({ testTimeout: PATIENCE_MS });

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

afterEach(() => bench.close());

describe("queueing", () => {
  test("a mail queued in a transaction that fails is never sent", async () => {
    const failing = bench.store.transaction(async (inside) => {
      await bench.queue({ into: inside });
      throw new Error("no account after all");
    });
    await expect(failing).rejects.toThrow("no account after all");

    expect(await bench.store.count(mailEntity, {})).toBe(0);
  });

  test("the row contains neither the token nor the name in plain text", async () => {
    await bench.queue();

    const row = await bench.onlyRow();
    expect(JSON.stringify(row)).not.toContain(TOKEN);
    expect(JSON.stringify(row)).not.toContain("Grace Hopper");
    expect(JSON.parse(secrets.decrypt("mail", row.payload))).toEqual(VALUES);
  });

  test.each([
    ["the email", "email", { to: "grace@acme.test\r\nBcc: all@acme.test" }],
    ["the name", "name", { values: { ...VALUES, name: "Grace\r\nBcc: all@acme.test" } }],
    ["the name (a bare line feed)", "name", { values: { ...VALUES, name: "Grace\nHopper" } }],
    ["a list of emails", "email", { to: "grace@acme.test,all@acme.test" }],
  ])(
    "a line break or a second email in %s is rejected as invalid, and nothing is queued",
    async (_what, field, mail) => {
      await expect(bench.queue(mail)).rejects.toMatchObject({
        code: "invalid",
        detail: { inputError: field },
      });

      expect(await bench.store.count(mailEntity, {})).toBe(0);
    },
  );

  test("a link that is not http is rejected", async () => {
    await expect(bench.queue({ values: { ...VALUES, link: "javascript:alert(1)" } })).rejects.toMatchObject({
      code: "invalid",
    });
  });
});

describe("sending", () => {
  test("waking the outbox sends a queued mail immediately, in the reader's language, from the product's email", async () => {
    const mailer = createFakeMailer();
    const outbox = bench.begin(mailer);
    await bench.queue({ locale: "es" });

    await bench.run(outbox);

    expect(mailer.sent).toEqual([
      expect.objectContaining({
        to: "grace@acme.test",
        from: "Groundwork <hello@groundwork.test>",
        subject: "Verifica tu correo",
        date: START,
      }),
    ]);
    expect(mailer.sent[0]?.text).toContain(LINK);
  });

  test("a mail queued without waking the outbox is sent at the next poll", async () => {
    const mailer = createFakeMailer();
    bench.begin(mailer, { every: 10 });
    await bench.queue();

    await expect.poll(() => mailer.sent.length, { timeout: PATIENCE_MS }).toBe(1);
  });

  test("a mail that waits when the process ends is sent when the next process starts", async () => {
    const mailer = createFakeMailer();
    await bench.queue();

    await bench.run(bench.begin(mailer));

    expect(mailer.sent).toHaveLength(1);
  });

  test("once the mail is sent, its values are erased from the row", async () => {
    await bench.queue();
    await bench.run(bench.begin(createFakeMailer()));

    expect(await bench.onlyRow()).toMatchObject({
      status: "sent",
      payload: "-",
      sentAt: START,
      failure: null,
    });
  });

  test("two processes together send each mail once", async () => {
    const mailer = createFakeMailer({ takesMs: 3 });
    for (let count = 0; count < 12; count += 1) await bench.queue({ to: `user${count}@acme.test` });

    const both = [bench.begin(mailer), bench.begin(mailer, { store: await bench.secondStore() })];
    await expect
      .poll(() => bench.store.count(mailEntity, { status: "sent" }), { timeout: PATIENCE_MS })
      .toBe(12);
    await Promise.all(both.map((outbox) => outbox.stop()));

    expect(new Set(mailer.sent.map(({ to }) => to)).size).toBe(12);
    expect(mailer.sent).toHaveLength(12);
  });

  test("a mail that another process has claimed is not sent until the claim expires", async () => {
    const mailer = createFakeMailer();
    await bench.queue();
    await bench.store.update(
      mailEntity,
      { status: "waiting" },
      { lockedUntil: new Date(START.getTime() + MAIL_CLAIM_MS), attempts: 1 },
    );
    const outbox = bench.begin(mailer);
    await bench.run(outbox);
    expect(mailer.sent).toEqual([]);

    bench.pass(MAIL_CLAIM_MS);
    await bench.run(outbox);

    expect(mailer.sent).toHaveLength(1);
  });

  test("a mail is sent by no other process while its sender works, however long that takes", async () => {
    const claimMs = 150;
    const mailer = createFakeMailer({ takesMs: 600 });
    await bench.queue();
    bench.begin(mailer, { claimMs });
    await expect.poll(() => mailer.started, { timeout: PATIENCE_MS, interval: 5 }).toBe(1);
    const other = bench.begin(mailer, { claimMs, store: await bench.secondStore() });

    for (let claims = 0; claims < 3; claims += 1) {
      bench.pass(claimMs - 1);
      const isRenewed = async () => (await bench.onlyRow()).lockedUntil.getTime() - bench.now().getTime();
      await expect.poll(isRenewed, { timeout: PATIENCE_MS, interval: 5 }).toBe(claimMs);
      await bench.run(other);
    }

    expect(mailer.started).toBe(1);
    const { status } = await bench.onlyRow();
    expect(status).toBe("waiting");
    await expect.poll(async () => (await bench.onlyRow()).status, { timeout: PATIENCE_MS }).toBe("sent");
  });

  test("a sender whose claim another process has taken gives the mail up", async () => {
    const claimMs = 60;
    const signals: (AbortSignal | undefined)[] = [];
    const mailer = createFakeMailer();
    const send = (_mail: unknown, signal?: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signals.push(signal);
        signal?.addEventListener("abort", () => reject(new Error("given up")));
      });
    await bench.queue();
    bench.begin({ ...mailer, send }, { claimMs });
    await expect.poll(() => signals.length, { timeout: PATIENCE_MS, interval: 5 }).toBe(1);
    await bench.store.update(
      mailEntity,
      { status: "waiting" },
      { lockedUntil: new Date(START.getTime() + 1), attempts: 2 },
    );

    await expect.poll(() => signals[0]?.aborted, { timeout: PATIENCE_MS, interval: 5 }).toBe(true);
    await expect
      .poll(() => bench.logged.some(({ message }) => message.includes("another process has it")), {
        timeout: PATIENCE_MS,
      })
      .toBe(true);
    expect(await bench.onlyRow()).toMatchObject({ status: "waiting", attempts: 2, failure: null });
  });

  test("stopping waits for the mail that is being sent and starts no other", async () => {
    // Much longer than the interval, so that the first mail is seen in progress before the second begins.
    const mailer = createFakeMailer({ takesMs: 400 });
    await bench.queue();
    await bench.queue();
    const outbox = bench.begin(mailer);
    await expect.poll(() => mailer.started, { timeout: PATIENCE_MS, interval: 10 }).toBe(1);

    await outbox.stop();

    expect(mailer.sent).toHaveLength(1);
    expect(await bench.store.count(mailEntity, { status: "sent" })).toBe(1);
    expect(mailer.started).toBe(1);
  });
});
