/** Mission control's lists of mails, feedback, events and webhook events: filters, and what a master does from them. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providerEventEntity } from "~/models/provider-event.server";
import { eventEntity } from "~/models/event.server";
import { feedbackEntity } from "~/models/feedback.server";
import { userEntity } from "~/models/user.server";
import { auditEntity } from "~/models/audit.server";
import { mailEntity, type MailRow } from "~/models/mail.server";
import { createSecrets } from "~/crypto/secrets.server";
import { createUserOnFreePlan } from "../support/clients";
import { openStage, type Caller, type Stage } from "../support/impersonation";
import { readSubject, startProduct, waitFor, type Product } from "../support/product";

const APP_SECRET = "a secret of this test, long enough for it";
let product: Product;
let stage: Stage;
let master: Caller;
let member: Caller;
beforeAll(async () => {
  product = await startProduct({ APP_SECRET });
  stage = await openStage(product);
  [master, member] = [await stage.person("master"), await stage.person("owner")];
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

type Row = Record<string, unknown>;
const list = async (path: string, field: string) => {
  const { status, data } = await master.call("GET", path);
  expect(status, path).toBe(200);
  return data[field] as Row[];
};

describe("mails", () => {
  const secrets = createSecrets(APP_SECRET);
  async function insertMail(recipient: string, changes: Partial<MailRow> = {}): Promise<string> {
    const [id, now] = [uuid(), new Date()];
    const values = { name: "Ada", link: `${product.url}/signin` };
    await stage.store.insert(mailEntity, {
      id,
      recipient,
      template: "already_registered",
      locale: "en",
      payload: secrets.encrypt("mail", JSON.stringify(values)),
      status: "dead",
      attempts: 6,
      dueAt: now,
      lockedUntil: now,
      failure: "550 no such mailbox",
      createdAt: now,
      sentAt: null,
      ...changes,
    });
    return id;
  }

  test("mails that were given up are sent again, one or several, and nothing else changes", async () => {
    const ids = [await insertMail("one@example.com"), await insertMail("two@example.com")];
    const left = await insertMail("left@example.com");
    const sent = await insertMail("sent@example.com", { status: "sent", payload: "-", sentAt: new Date() });
    const answer = await master.call("POST", "/api/master/mails/retry", { ids: [...ids, sent] });
    expect(answer).toMatchObject({ status: 200, data: { retried: 2 } });
    await product.mailTo("one@example.com");
    await product.mailTo("two@example.com");
    expect(product.mailsTo("sent@example.com")).toEqual([]);
    expect(await stage.store.findOne(mailEntity, { id: left })).toMatchObject({
      status: "dead",
      attempts: 6,
    });
    const log = await stage.store.find(auditEntity, { accountId: master.accountId, action: "mails_retried" });
    expect(log).toMatchObject([{ target: "2" }]);
  });

  test("mails that are sent or waiting already answer 409, and more than a page 400", async () => {
    const retry = (ids: unknown) => master.call("POST", "/api/master/mails/retry", { ids });
    expect((await retry([uuid()])).status).toBe(409);
    for (const ids of [[], Array.from({ length: 21 }, () => uuid()), [{}]])
      expect((await retry(ids)).status).toBe(400);
  });

  test("of two masters who retry a mail at once, one sends it", async () => {
    const id = await insertMail("twice@example.com");
    const send = () => master.call("POST", "/api/master/mails/retry", { ids: [id] });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await product.mailTo("twice@example.com");
    expect(product.mailsTo("twice@example.com")).toHaveLength(1);
  });

  test("the page retries mails without scripts, and the waiting ones are listed with their age", async () => {
    const id = await insertMail("page@example.com");
    expect((await master.browser.get(`/master/mails?mail=${id}`)).html).toContain(`name="ids" value="${id}"`);
    expect((await master.browser.post("/master/mails", { ids: id })).status).toBe(302);
    await product.mailTo("page@example.com");
    const later = new Date(Date.now() + 9e6);
    await insertMail("later@example.com", { status: "waiting", attempts: 2, dueAt: later });
    // The row of the mail that was just sent may say so a moment later.
    const listed = { recipient: "later@example.com", attempts: 2, date: later.toISOString() };
    const waiting = await list("/api/master/mails?status=waiting", "mails");
    expect(waiting).toContainEqual(expect.objectContaining(listed));
    expect((await master.browser.get("/master/mails?tab=waiting")).html).toContain("later@example.com");
  });
});

describe("feedback", () => {
  async function give(email: string, comment: string) {
    const giver = await createUserOnFreePlan(product, email, "Grace Hopper");
    await giver.call("PATCH", "/api/user", { locale: "es" });
    await giver.call("POST", "/api/feedback", { rating: "negative", comment });
    const [row] = await list("/api/master/feedback", "feedback");
    return String(row?.id);
  }
  const answer = (id: string, text: string) =>
    master.call("POST", "/api/master/feedback/answer", { id, answer: text });

  test("feedback is answered once, by a mail in the giver's language whose replies go to support", async () => {
    const id = await give("answered@example.com", "Too slow");
    const answers = await Promise.all(["First", "Second", "Third"].map((text) => answer(id, text)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const mail = await product.mailTo("answered@example.com", /comentarios/);
    expect(mail).toMatch(/^Reply-To: /im);
    expect(mail).toContain("Too slow");
    expect(
      product.mailsTo("answered@example.com").filter((one) => readSubject(one).includes("comentarios")),
    ).toHaveLength(1);
    const [row] = await list("/api/master/feedback", "feedback");
    expect(row).toMatchObject({ id, answer: { by: "A master" } });
    const log = await stage.store.find(auditEntity, { action: "feedback_answered" });
    expect(log).toMatchObject([{ actorName: "A master", target: "answered@example.com" }]);
  });

  test("the page answers feedback without scripts, and then shows the answer and by whom", async () => {
    const id = await give("by-page@example.com", "Where is the export?");
    const page = `/master/feedback?feedback=${id}`;
    expect((await master.browser.get(page)).html).toContain('name="answer"');
    expect((await master.browser.post(page, { id, answer: "" })).status).toBe(400);
    expect((await master.browser.post(page, { id, answer: "On <b>your</b> profile." })).status).toBe(302);
    const { html } = await master.browser.get(page);
    expect(html).toContain("On &lt;b&gt;your&lt;/b&gt; profile.");
    expect(html).toContain("Answered by A master");
    expect(html).not.toContain('name="answer"');
  });

  test("feedback of an unverified user is not answered, because the email may be another's, and an unknown one is 404", async () => {
    const person = await stage.person("owner");
    await stage.store.update(userEntity, { id: person.userId }, { verifiedAt: null });
    const row = { id: uuid(), accountId: person.accountId, userId: person.userId, createdAt: new Date() };
    const open = { comment: null, answeredAt: null, answeredBy: null, answer: null };
    await stage.store.insert(feedbackEntity, { ...row, rating: "neutral", ...open });
    expect((await answer(row.id, "Hello")).status).toBe(409);
    expect(await stage.store.findOne(feedbackEntity, { id: row.id })).toMatchObject(open);
    expect((await answer(uuid(), "Hello")).status).toBe(404);
  });
});

describe("filters by day", () => {
  const day = (date: string) => new Date(`${date}T23:30:00.000Z`);
  const names = (rows: Row[]) => rows.map(({ name, comment, object }) => name ?? comment ?? object);

  test("limit events, feedback and webhook events to the days, both included, and events to an account", async () => {
    const by = { accountId: member.accountId, userId: member.userId };
    const open = { answeredAt: null, answeredBy: null, answer: null };
    for (const date of ["2025-03-01", "2025-03-02", "2025-03-03"]) {
      const createdAt = day(date);
      await stage.store.insert(eventEntity, { ...by, id: uuid(), name: date, metadata: null, createdAt });
      await stage.store.insert(feedbackEntity, {
        ...by,
        ...open,
        id: uuid(),
        rating: "neutral",
        comment: date,
        createdAt,
      });
      const event = { type: "invoice.paid", objectId: date, customerId: "cus_1", attempts: 1, failure: null };
      await stage.store.insert(providerEventEntity, {
        ...event,
        id: uuid(),
        status: "applied",
        createdAt,
        appliedAt: createdAt,
      });
    }
    const other = { accountId: master.accountId, userId: master.userId, metadata: null };
    await stage.store.insert(eventEntity, {
      ...other,
      id: uuid(),
      name: "other",
      createdAt: day("2025-03-02"),
    });
    for (const [path, field] of [
      ["/api/master/feedback", "feedback"],
      ["/api/master/webhooks", "webhooks"],
      [`/api/master/events?account=${member.accountId}`, "events"],
    ] as const) {
      const query = path.includes("?") ? "&" : "?";
      const read = async (limits: string) => names(await list(`${path}${query}${limits}`, field));
      expect(await read("from=2025-03-01&to=2025-03-02"), path).toEqual(["2025-03-02", "2025-03-01"]);
      expect(await read("from=2025-03-03&to=2025-03-03"), path).toEqual(["2025-03-03"]);
      expect(await read("to=2025-03-01"), path).toEqual(["2025-03-01"]);
    }
    expect(names(await list("/api/master/events?from=2025-03-02&to=2025-03-02", "events"))).toContain(
      "other",
    );
  });

  test("filters that are no days answer 400 in the API, and are ignored by the page", async () => {
    for (const path of ["feedback", "webhooks", "events"]) {
      const answer = await master.call("GET", `/api/master/${path}?from=2025-02-30`);
      expect(answer).toMatchObject({ status: 400, body: { inputError: "from" } });
      expect((await master.browser.get(`/master/${path}?from=2025-02-30&to=x`)).status).toBe(200);
    }
  });
});

test("the events page shows the chart of the searched name by day", async () => {
  await waitFor(() => member.call("POST", "/api/event", { name: "chart_seen" }), "an event");
  const { html } = await master.browser.get("/master/events?search=chart_seen");
  expect(html).toContain("chart_seen by day");
  expect(html).not.toContain("No data to show");
});

test("only masters retry mails and answer feedback", async () => {
  expect((await member.call("POST", "/api/master/mails/retry", { ids: [uuid()] })).status).toBe(403);
  expect((await member.call("POST", "/api/master/feedback/answer", { id: uuid(), answer: "x" })).status).toBe(
    403,
  );
  expect((await member.call("GET", "/api/master/mails")).status).toBe(403);
});
