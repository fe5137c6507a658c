import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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
  test("a mail of a transaction that fails is never sent", async () => {
    const failing = bench.store.transaction(async (inside) => {
      await bench.queue({ into: inside });
      throw new Error("no account after all");
    });
    await expect(failing).rejects.toThrow("no account after all");

    expect(await bench.store.count("mails", {})).toBe(0);
  });

  test("the table holds nothing of what the mail says: neither the token nor the name", async () => {
    await bench.queue();

    const row = await bench.onlyRow();
    expect(JSON.stringify(row)).not.toContain(TOKEN);
    expect(JSON.stringify(row)).not.toContain("Grace Hopper");
    expect(JSON.parse(secrets.decrypt("mail", row.payload))).toEqual(VALUES);
  });

  test.each([
    ["the address", "email", { to: "grace@acme.test\r\nBcc: all@acme.test" }],
    ["the name", "name", { values: { ...VALUES, name: "Grace\r\nBcc: all@acme.test" } }],
    ["the name (a bare line feed)", "name", { values: { ...VALUES, name: "Grace\nHopper" } }],
    ["the list of addresses", "email", { to: "grace@acme.test,all@acme.test" }],
  ])(
    "a line break or a second address in %s is refused as invalid, and nothing is queued",
    async (_what, field, mail) => {
      await expect(bench.queue(mail)).rejects.toMatchObject({
        code: "invalid",
        detail: { inputError: field },
      });

      expect(await bench.store.count("mails", {})).toBe(0);
    },
  );

  test("a link that is not http is refused", async () => {
    await expect(bench.queue({ values: { ...VALUES, link: "javascript:alert(1)" } })).rejects.toMatchObject({
      code: "invalid",
    });
  });
});

describe("sending", () => {
  test("a queued mail goes out at once when woken, in the reader's language, under the product's address", async () => {
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

  test("a mail nobody woke it for goes out with the next poll", async () => {
    const mailer = createFakeMailer();
    bench.begin(mailer, { every: 10 });
    await bench.queue();

    await expect.poll(() => mailer.sent.length, { timeout: PATIENCE_MS }).toBe(1);
  });

  test("what was waiting when the process ended goes out when the next one starts", async () => {
    const mailer = createFakeMailer();
    await bench.queue();

    await bench.run(bench.begin(mailer));

    expect(mailer.sent).toHaveLength(1);
  });

  test("once sent, the row's values are wiped", async () => {
    await bench.queue();
    await bench.run(bench.begin(createFakeMailer()));

    expect(await bench.onlyRow()).toMatchObject({
      status: "sent",
      payload: "-",
      sentAt: START,
      failure: null,
    });
  });

  test("two processes send each mail once between them", async () => {
    const mailer = createFakeMailer({ takesMs: 3 });
    for (let count = 0; count < 12; count += 1) await bench.queue({ to: `user${count}@acme.test` });

    const both = [bench.begin(mailer), bench.begin(mailer, { store: await bench.secondStore() })];
    await expect
      .poll(() => bench.store.count("mails", { status: "sent" }), { timeout: PATIENCE_MS })
      .toBe(12);
    await Promise.all(both.map((outbox) => outbox.stop()));

    expect(new Set(mailer.sent.map(({ to }) => to)).size).toBe(12);
    expect(mailer.sent).toHaveLength(12);
  });

  test("a mail that another process holds is left to it, until its claim has run out", async () => {
    const mailer = createFakeMailer();
    await bench.queue();
    await bench.store.update(
      "mails",
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

  test("stopping waits for the mail in hand and takes no other", async () => {
    // Long beside the interval, so that the first mail is seen in hand before it is the second's turn.
    const mailer = createFakeMailer({ takesMs: 400 });
    await bench.queue();
    await bench.queue();
    const outbox = bench.begin(mailer);
    await expect.poll(() => mailer.begun, { timeout: PATIENCE_MS, interval: 10 }).toBe(1);

    await outbox.stop();

    expect(mailer.sent).toHaveLength(1);
    expect(await bench.store.count("mails", { status: "sent" })).toBe(1);
    expect(mailer.begun).toBe(1);
  });
});
