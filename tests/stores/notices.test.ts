/** Who listens hears what a transaction has queued once it is committed, the same on every store. */
import { v7 as uuid } from "uuid";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { accountEntity } from "~/models/account.server";
import { describeEveryStore } from "../support/stores";
import { buildAccount } from "./rows";

await describeEveryStore("notices", (fresh) => {
  const store = () => fresh().store;
  let heard: string[] = [];
  /** Runs in a listener, which also notes the name. */
  let react: () => unknown;
  beforeAll(() => {
    store().listen(() => {
      throw new Error("a listener that fails");
    });
    store().listen((queue) => {
      heard.push(queue);
      react();
    });
  });
  beforeEach(() => {
    [heard, react] = [[], () => undefined];
  });

  test("outside of a transaction a name is heard at once, each time", () => {
    store().notify("mails");
    store().notify("mails");
    expect(heard).toEqual(["mails", "mails"]);
  });

  test("each name of a transaction is heard once, when everybody sees what was written", async () => {
    const account = buildAccount();
    const seen: unknown[] = [];
    react = () => seen.push(store().findOne(accountEntity, { id: account.id }));
    await store().transaction(async (inner) => {
      inner.notify("mails");
      inner.notify("seats");
      await inner.insert(accountEntity, account);
      inner.notify("mails");
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(["mails", "seats"]);
    expect(await Promise.all(seen)).toEqual([account, account]);
  });

  test("no listener is called for a transaction that is rolled back", async () => {
    const failing = store().transaction(async (inner) => {
      await inner.insert(accountEntity, buildAccount());
      inner.notify("mails");
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    await store().transaction((inner) => inner.insert(accountEntity, buildAccount()));
    expect(heard).toEqual([]);
  });

  test("a nested transaction is heard with the outer one", async () => {
    await store().transaction(async (inner) => {
      await inner.transaction(async (innermost) => {
        await innermost.insert(accountEntity, buildAccount());
        innermost.notify("mails");
      });
      inner.notify("mails");
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(["mails"]);
  });

  test("of a transaction that starts again, only the attempt is heard that was committed", async () => {
    const [first, second] = [buildAccount(), buildAccount()];
    await store().insertAll(accountEntity, [first, second]);
    const attempts = [0, 0, 0, 0];
    await Promise.all(
      attempts.map((_, racer) =>
        store().transaction(async (inner) => {
          attempts[racer] = (attempts[racer] ?? 0) + 1;
          inner.notify(`${racer}, attempt ${attempts[racer]}`);
          // Where rows are locked, these wait for each other, and one has to start again.
          for (const { id } of racer % 2 === 0 ? [first, second] : [second, first])
            await inner.update(accountEntity, { id }, { name: uuid() });
        }),
      ),
    );
    expect(heard.sort()).toEqual(attempts.map((count, racer) => `${racer}, attempt ${count}`));
  });

  test("a listener that throws fails neither the transaction nor a name outside of one", async () => {
    const account = buildAccount();
    react = () => {
      throw new Error("this one fails, too");
    };
    await store().transaction(async (inner) => {
      await inner.insert(accountEntity, account);
      inner.notify("mails");
      inner.notify("seats");
    });
    store().notify("webhooks");
    expect(heard).toEqual(["mails", "seats", "webhooks"]);
    expect(await store().findOne(accountEntity, { id: account.id })).toEqual(account);
  });
});
