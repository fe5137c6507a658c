/** Transactions and races, the same on every store: all or nothing, and one winner. */
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import { tokenEntity } from "~/models/token.server";
import { accountEntity } from "~/models/account.server";
import { type Store, DuplicateError } from "~/models/store/store";
import { describeEveryStore } from "../support/stores";
import { buildMembership, buildToken, buildUser, buildAccount } from "./rows";

const RACERS = 20;

await describeEveryStore("transactions", (fresh) => {
  const store = () => fresh().store;

  test("changes in a transaction are visible inside at once, and outside only after it ends", async () => {
    const account = buildAccount();
    await store().transaction(async (inner) => {
      await inner.insert(accountEntity, account);
      expect(await inner.findOne(accountEntity, { id: account.id })).toEqual(account);
      expect(await store().findOne(accountEntity, { id: account.id })).toBeNull();
    });
    expect(await store().findOne(accountEntity, { id: account.id })).toEqual(account);
  });

  test("a transaction returns what its callback returns", async () => {
    expect(await store().transaction(async () => "a result")).toBe("a result");
  });

  test("an error in a transaction reverts everything, and is rethrown unchanged", async () => {
    const account = buildAccount();
    await store().insert(accountEntity, account);
    const failure = new Error("changed my mind");
    const work = store().transaction(async (inner) => {
      await inner.insert(tokenEntity, buildToken({ userId: account.id }));
      await inner.update(accountEntity, { id: account.id }, { name: "Other" });
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await store().findOne(accountEntity, { id: account.id })).toEqual(account);
    expect(await store().count(tokenEntity, { userId: account.id })).toBe(0);
  });

  test("a nested transaction joins the outer one: both are kept, or neither", async () => {
    const [first, second] = [buildAccount(), buildAccount()];
    const insertNested = async (inner: Store) => {
      await inner.insert(accountEntity, first);
      await inner.transaction((innermost) => innermost.insert(accountEntity, second));
    };
    const both = { id: { in: [first.id, second.id] } };
    await expect(
      store().transaction(async (inner) => {
        await insertNested(inner);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await store().count(accountEntity, both)).toBe(0);
    await store().transaction(insertNested);
    expect(await store().count(accountEntity, both)).toBe(2);
  });

  test("a failed call fails the whole transaction on every engine, even when its error is caught", async () => {
    const [account, other] = [buildAccount(), buildAccount()];
    await store().insert(accountEntity, account);
    const work = store().transaction(async (inner) => {
      await inner.insert(accountEntity, other);
      await expect(inner.insert(accountEntity, account)).rejects.toThrow(DuplicateError);
      await expect(inner.findOne(accountEntity, { id: account.id })).rejects.toThrow(DuplicateError);
    });
    await expect(work).rejects.toThrow(DuplicateError);
    expect(await store().findOne(accountEntity, { id: other.id })).toBeNull();
  });

  test("an error that the callback throws in place of a duplicate error reaches the caller", async () => {
    const account = buildAccount();
    await store().insert(accountEntity, account);
    const conflict = new Error("taken");
    const work = store().transaction((inner) =>
      inner.insert(accountEntity, account).catch(() => {
        throw conflict;
      }),
    );
    await expect(work).rejects.toBe(conflict);
  });

  test("a call after the end of the transaction throws", async () => {
    let kept: Store | undefined;
    await store().transaction(async (inner) => {
      kept = inner;
    });
    await expect(kept?.findOne(accountEntity, { id: uuid() })).rejects.toThrow("the transaction has ended");
  });

  test("a transaction counts its begin and commit as statements", async () => {
    const before = store().statements;
    await store().transaction((inner) => inner.findOne(accountEntity, { id: uuid() }));
    expect(store().statements - before).toBe(3);
  });
});

await describeEveryStore("concurrent calls", (fresh) => {
  const store = () => fresh().store;
  const race = <T>(work: (racer: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: RACERS }, (_, racer) => work(racer)));

  test("twenty concurrent uses of one token: exactly one succeeds", async () => {
    const token = buildToken();
    await store().insert(tokenEntity, token);
    const results = await race(() =>
      store().update(tokenEntity, { id: token.id, usedAt: null }, { usedAt: new Date() }),
    );
    expect(
      results.map((result) => (result.status === "fulfilled" ? result.value : result)).toSorted(),
    ).toEqual([...Array.from({ length: RACERS - 1 }, () => 0), 1]);
  });

  test("twenty concurrent inserts of one email: exactly one succeeds, the others throw a duplicate error", async () => {
    const emailClaim = `${uuid()}@example.com`;
    const results = await race(() => store().insert(userEntity, buildUser({ emailClaim })));
    const failures = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as unknown] : [],
    );
    expect(failures).toHaveLength(RACERS - 1);
    for (const failure of failures)
      expect(failure).toMatchObject({ name: "DuplicateError", fields: ["emailClaim"] });
    expect(await store().count(userEntity, { emailClaim })).toBe(1);
  });

  test("twenty concurrent transactions with one email: exactly one is kept, and nothing of the others", async () => {
    const emailClaim = `${uuid()}@example.com`;
    const accountId = uuid();
    const results = await race((racer) =>
      store().transaction(async (inner) => {
        await inner.insert(membershipEntity, buildMembership({ accountId, userId: String(racer) }));
        await inner.insert(userEntity, buildUser({ emailClaim }));
      }),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await store().count(membershipEntity, { accountId })).toBe(1);
  });

  test("twenty transactions that insert one email and then roll back throw no other error than expected", async () => {
    const emailClaim = `${uuid()}@example.com`;
    const results = await race((racer) =>
      store().transaction(async (inner) => {
        await inner.insert(userEntity, buildUser({ emailClaim }));
        if (racer < RACERS - 1) throw new Error("changed my mind");
      }),
    );
    const failures = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as Error] : [],
    );
    for (const { message } of failures) expect(message).toMatch(/changed my mind|the same emailClaim/);
  });

  test("twenty concurrent transactions that read a number and increment it lose no update", async () => {
    const token = buildToken();
    await store().insert(tokenEntity, token);
    const results = await race(() =>
      store().transaction(async (inner) => {
        const found = await inner.findOne(tokenEntity, { id: token.id });
        await inner.update(tokenEntity, { id: token.id }, { attempts: (found?.attempts ?? Number.NaN) + 1 });
      }),
    );
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect((await store().findOne(tokenEntity, { id: token.id }))?.attempts).toBe(RACERS);
  });

  test("concurrent transactions that count the members first never exceed the seats", async () => {
    const account = buildAccount();
    await store().insert(accountEntity, account);
    const results = await race(() =>
      store().transaction(async (inner) => {
        await inner.findOne(accountEntity, { id: account.id });
        if ((await inner.count(membershipEntity, { accountId: account.id })) >= 3) return false;
        await inner.insert(membershipEntity, buildMembership({ accountId: account.id, role: "user" }));
        return true;
      }),
    );
    expect(results.filter((result) => result.status === "fulfilled" && result.value)).toHaveLength(3);
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await store().count(membershipEntity, { accountId: account.id })).toBe(3);
  });

  test("transactions that lock the same two rows in opposite order all succeed", async () => {
    const [first, second] = [buildToken(), buildToken()];
    for (const token of [first, second]) await store().insert(tokenEntity, token);
    const results = await Promise.allSettled(
      [0, 1, 2, 3].map((racer) =>
        store().transaction(async (inner) => {
          for (const { id } of racer % 2 === 0 ? [first, second] : [second, first]) {
            const found = await inner.findOne(tokenEntity, { id });
            await inner.update(tokenEntity, { id }, { attempts: (found?.attempts ?? Number.NaN) + 1 });
          }
        }),
      ),
    );
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await store().count(tokenEntity, { id: { in: [first.id, second.id] }, attempts: 4 })).toBe(2);
  });

  test("after deadlocks every connection serves one transaction: what is rolled back is gone, and the rest is there", async () => {
    const [first, second] = [buildAccount(), buildAccount()];
    await store().insertAll(accountEntity, [first, second]);
    const userId = uuid();
    const refused = new Error("refused");
    const results = await Promise.allSettled(
      Array.from({ length: RACERS }, (_, index) =>
        store().transaction(async (inner) => {
          await inner.insert(tokenEntity, buildToken({ userId }));
          // PostgreSQL notices a deadlock after a second, so few have the other order.
          for (const { id } of index < 2 ? [first, second] : [second, first])
            await inner.update(accountEntity, { id }, { name: `Name ${index}` });
          if (index % 2 === 0) throw refused;
        }),
      ),
    );
    const kept = results.filter(({ status }) => status === "fulfilled");
    expect(await store().count(tokenEntity, { userId })).toBe(kept.length);
  });

  test("concurrent inserts, transactions and reads all succeed", async () => {
    const userId = uuid();
    const results = await race(async (racer) => {
      const token = buildToken({ userId, attempts: racer });
      await store().insert(tokenEntity, token);
      await store().transaction((inner) =>
        inner.update(tokenEntity, { id: token.id }, { email: "b@example.com" }),
      );
      return store().findOne(tokenEntity, { id: token.id });
    });
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await store().count(tokenEntity, { userId, email: "b@example.com" })).toBe(RACERS);
  });
});
