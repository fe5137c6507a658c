/** Values come back from a store as they went in, and invalid values never get in: the same on every store. */
import { findViewer } from "~/models/viewer.server";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { describeEveryStore } from "../support/stores";
import { tokenEntity } from "~/models/token.server";
import { userEntity } from "~/models/user.server";
import { accountEntity } from "~/models/account.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { mailEntity } from "~/models/mail.server";
import { buildMail, buildSubscription, buildToken, buildUser, buildAccount } from "./rows";

const TEXTS = [
  ["empty", ""],
  ["a blank", " "],
  ["leading and trailing blanks", "  a  "],
  ["emoji and other characters of four bytes", "😀👩‍👩‍👧‍👦𝒳𠜎"],
  ["right-to-left marks", "\u200fשלום\u202e abc \u200e"],
  ["accents, composed and not", "é e\u0301 ñ ß İ"],
  ["quotes, slashes and SQL characters", `'"\`\\ %_ $1 $$ :name ? -- /* ; \\0 \\'`],
  ["control characters", "\u0001\t\n\r\u001b\u007f"],
] as const;

const DATES = [
  "1970-01-01T00:00:00.000Z",
  "2024-02-29T23:59:59.999Z",
  "2038-01-19T03:14:08.001Z",
  "9999-12-31T23:59:59.999Z",
];

await describeEveryStore("values", (fresh) => {
  const store = () => fresh().store;

  test.each(TEXTS)("text comes back unchanged: %s", async (_, text) => {
    const mail = buildMail({ payload: text, recipient: text, failure: text });
    await store().insert(mailEntity, mail);
    expect(await store().findOne(mailEntity, { id: mail.id, recipient: text })).toEqual(mail);
    const changes = { failure: `${text}!`, recipient: `${text}!` };
    await store().update(mailEntity, { id: mail.id }, changes);
    expect(await store().findOne(mailEntity, { id: mail.id, recipient: `${text}!` })).toEqual({
      ...mail,
      ...changes,
    });
  });

  test("a long text comes back whole, and a field holds its full length of characters", async () => {
    const mail = buildMail({ payload: "😀x".repeat(100_000), recipient: "😀".repeat(190) });
    await store().insert(mailEntity, mail);
    expect(await store().findOne(mailEntity, { id: mail.id })).toEqual(mail);
  });

  test("an empty text and null are different values", async () => {
    const [empty, none] = [buildMail({ failure: "", recipient: "" }), buildMail({ failure: null })];
    await store().insert(mailEntity, empty);
    await store().insert(mailEntity, none);
    const both = { id: { in: [empty.id, none.id] } };
    expect(await store().find(mailEntity, { ...both, recipient: "" })).toEqual([empty]);
    expect(await store().find(mailEntity, { ...both, failure: null })).toEqual([none]);
    expect(await store().find(mailEntity, { ...both, failure: { not: null } })).toEqual([empty]);
  });

  test("a long text is only compared with null", async () => {
    for (const failure of ["late", { in: ["late"] }, { gt: "late" }, { not: "late" }]) {
      await expect(store().find(mailEntity, { failure })).rejects.toThrow(TypeError);
      await expect(store().update(mailEntity, { failure }, { attempts: 1 })).rejects.toThrow(TypeError);
    }
  });

  test.each(DATES)("a time keeps its milliseconds: %s", async (text) => {
    const time = new Date(text);
    const mail = buildMail({ dueAt: time, sentAt: time });
    await store().insert(mailEntity, mail);
    expect((await store().findOne(mailEntity, { id: mail.id, dueAt: time }))?.sentAt?.toISOString()).toBe(
      text,
    );
    expect(
      await store().count(mailEntity, { id: mail.id, dueAt: { gt: new Date(time.getTime() - 1) } }),
    ).toBe(1);
    expect(await store().count(mailEntity, { id: mail.id, dueAt: { lt: time } })).toBe(0);
  });

  test("booleans stay booleans, and numbers stay numbers", async () => {
    for (const flag of [true, false]) {
      const subscription = buildSubscription({
        cancelAtPeriodEnd: flag,
        seats: flag ? 2 ** 31 - 1 : -(2 ** 31 - 1),
      });
      await store().insert(subscriptionEntity, subscription);
      const found = await store().findOne(subscriptionEntity, {
        id: subscription.id,
        cancelAtPeriodEnd: flag,
      });
      expect(found).toStrictEqual(subscription);
      expect(
        await store().findOne(subscriptionEntity, { id: subscription.id, cancelAtPeriodEnd: !flag }),
      ).toBeNull();
    }
  });

  test("texts are compared by code points: case, accents and trailing blanks count", async () => {
    const name = `Zoë ${uuid()}`;
    await store().insert(accountEntity, buildAccount({ name }));
    for (const other of [
      name.toUpperCase(),
      name.replace("ë", "e"),
      name.replace("ë", "e\u0308"),
      `${name} `,
    ]) {
      expect(await store().findOne(accountEntity, { name: other })).toBeNull();
      expect(await store().count(accountEntity, { name: { in: [other] } })).toBe(0);
    }
    const user = buildUser();
    await store().insert(userEntity, { ...user, emailClaim: "a" });
    await store().insert(userEntity, buildUser({ emailClaim: "A" }));
    await store().insert(userEntity, buildUser({ emailClaim: "a " }));
    await store().insert(userEntity, buildUser({ emailClaim: "á" }));
    expect(await store().find(userEntity, { emailClaim: "a" })).toEqual([{ ...user, emailClaim: "a" }]);
  });

  test.each([
    ["a list", ["x"]],
    ["an empty list", []],
    ["an object of the query library", { $ne: "x" }],
    ["an object", { a: 1 }],
    ["an empty object", {}],
    ["a list in a list", { in: [["x"]] }],
    ["null in a list", { in: [null] }],
    ["a text in place of a list", { in: "x" }],
    ["an object in a comparison", { not: { in: ["x"] } }],
    ["undefined in a comparison", { gt: undefined }],
    ["two kinds of condition", { in: ["x"], not: "y" }],
    ["undefined", undefined],
    ["null, where it is never null", null],
    ["a number", 1],
    ["a boolean", true],
    ["a date", new Date()],
    ["a Map", new Map([["in", ["x"]]])],
    ["a boxed text", Object("x") as unknown],
  ])("%s as a condition for a text is rejected", async (_, condition) => {
    const where = { hash: condition } as never;
    await expect(store().findOne(tokenEntity, where)).rejects.toThrow(TypeError);
    await expect(store().find(tokenEntity, where)).rejects.toThrow(TypeError);
    await expect(store().count(tokenEntity, where)).rejects.toThrow(TypeError);
    await expect(store().update(tokenEntity, where, { attempts: 1 })).rejects.toThrow(TypeError);
    await expect(store().remove(tokenEntity, where)).rejects.toThrow(TypeError);
    await expect(findViewer(store(), { tokenHash: condition } as never)).rejects.toThrow(TypeError);
  });

  test("an unknown field is rejected before the query", async () => {
    const unknown = { "id = id OR 1": 1 } as never;
    await expect(store().findOne(tokenEntity, unknown)).rejects.toThrow(TypeError);
    await expect(store().findOne(tokenEntity, { constructor: "x" } as never)).rejects.toThrow(TypeError);
    await expect(store().update(tokenEntity, { id: "x" }, unknown)).rejects.toThrow(TypeError);
    await expect(store().insert(tokenEntity, { ...buildToken(), admin: true } as never)).rejects.toThrow(
      TypeError,
    );
    await expect(
      store().find(tokenEntity, {}, { order: { by: "x" as never, direction: "asc" } }),
    ).rejects.toThrow(TypeError);
  });

  test.each([
    ["undefined", { attempts: undefined }],
    ["a text for a number", { attempts: "1" }],
    ["half a number", { attempts: 1.5 }],
    ["NaN", { attempts: Number.NaN }],
    ["a number too big for every store", { attempts: 2 ** 31 }],
    ["a text for a time", { expiresAt: "2026-01-01" }],
    ["an invalid date", { expiresAt: new Date("no") }],
    ["a date out of range", { expiresAt: new Date(8.64e15) }],
    ["null where it is never null", { email: null }],
    ["a text longer than its field", { hash: "x".repeat(65) }],
    ["the character NUL", { email: "a\0b" }],
    ["an object", { email: { text: "x" } }],
  ])("%s is not stored", async (_, values) => {
    const token = buildToken();
    await expect(store().insert(tokenEntity, { ...token, ...(values as object) })).rejects.toThrow(
      /cannot (be|hold)/,
    );
    await store().insert(tokenEntity, token);
    await expect(store().update(tokenEntity, { id: token.id }, values as never)).rejects.toThrow(
      /cannot (be|hold)/,
    );
    expect(await store().findOne(tokenEntity, { id: token.id })).toEqual(token);
  });

  test("a value that no row can hold is not found, and is no error", async () => {
    for (const odd of ["x".repeat(5000), "a\0b", "\ud800"]) {
      expect(await store().findOne(tokenEntity, { hash: odd })).toBeNull();
      expect(await store().find(tokenEntity, { hash: { in: [odd] } })).toEqual([]);
      expect(await store().update(tokenEntity, { hash: odd }, { attempts: 1 })).toBe(0);
    }
    expect(await store().count(tokenEntity, { attempts: 2 ** 40 })).toBe(0);
  });
});
