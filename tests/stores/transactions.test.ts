/** All or nothing, and one winner: transactions and races, on every store alike. Security M2, M9, N1, N2. */
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { DuplicateError, type Store } from "~/models/store/store";
import { describeStores } from "../support/stores";
import { aMembership, aToken, aUser, anAccount } from "./rows";

const RACERS = 20;

await describeStores("transactions", (fresh) => {
  const store = () => fresh().store;

  test("what is done in a transaction is seen within, outside only once it has ended", async () => {
    const account = anAccount();
    await store().transaction(async (inner) => {
      await inner.insert("accounts", account);
      expect(await inner.findOne("accounts", { id: account.id })).toEqual(account);
      expect(await store().findOne("accounts", { id: account.id })).toBeNull();
    });
    expect(await store().findOne("accounts", { id: account.id })).toEqual(account);
  });

  test("it gives what the work gives", async () => {
    expect(await store().transaction(async () => "a result")).toBe("a result");
  });

  test("a throw undoes everything, and arrives as it is", async () => {
    const account = anAccount();
    await store().insert("accounts", account);
    const failure = new Error("changed my mind");
    const work = store().transaction(async (inner) => {
      await inner.insert("tokens", aToken({ userId: account.id }));
      await inner.update("accounts", { id: account.id }, { name: "Other" });
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await store().findOne("accounts", { id: account.id })).toEqual(account);
    expect(await store().count("tokens", { userId: account.id })).toBe(0);
  });

  test("a transaction in a transaction joins it: both are kept, or none", async () => {
    const [first, second] = [anAccount(), anAccount()];
    const nested = async (inner: Store) => {
      await inner.insert("accounts", first);
      await inner.transaction((innermost) => innermost.insert("accounts", second));
    };
    const both = { id: { in: [first.id, second.id] } };
    await expect(
      store().transaction(async (inner) => {
        await nested(inner);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await store().count("accounts", both)).toBe(0);
    await store().transaction(nested);
    expect(await store().count("accounts", both)).toBe(2);
  });

  test("a call that fails ends the transaction on every engine, even when it is caught", async () => {
    const [account, other] = [anAccount(), anAccount()];
    await store().insert("accounts", account);
    const work = store().transaction(async (inner) => {
      await inner.insert("accounts", other);
      await expect(inner.insert("accounts", account)).rejects.toThrow(DuplicateError);
      await expect(inner.findOne("accounts", { id: account.id })).rejects.toThrow(DuplicateError);
    });
    await expect(work).rejects.toThrow(DuplicateError);
    expect(await store().findOne("accounts", { id: other.id })).toBeNull();
  });

  test("what the work makes of a duplicate is what arrives", async () => {
    const account = anAccount();
    await store().insert("accounts", account);
    const conflict = new Error("taken");
    const work = store().transaction((inner) =>
      inner.insert("accounts", account).catch(() => {
        throw conflict;
      }),
    );
    await expect(work).rejects.toBe(conflict);
  });

  test("a call that comes after the end is refused", async () => {
    let kept: Store | undefined;
    await store().transaction(async (inner) => {
      kept = inner;
    });
    await expect(kept?.findOne("accounts", { id: uuid() })).rejects.toThrow("the transaction has ended");
  });

  test("a transaction counts its beginning and its end", async () => {
    const before = store().statements;
    await store().transaction((inner) => inner.findOne("accounts", { id: uuid() }));
    expect(store().statements - before).toBe(3);
  });
});

await describeStores("races", (fresh) => {
  const store = () => fresh().store;
  const race = <T>(work: (racer: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: RACERS }, (_, racer) => work(racer)));

  test("of twenty who use one token up, exactly one succeeds", async () => {
    const token = aToken();
    await store().insert("tokens", token);
    const results = await race(() =>
      store().update("tokens", { id: token.id, usedAt: null }, { usedAt: new Date() }),
    );
    expect(
      results.map((result) => (result.status === "fulfilled" ? result.value : result)).toSorted(),
    ).toEqual([...Array.from({ length: RACERS - 1 }, () => 0), 1]);
  });

  test("of twenty who take one address, exactly one has it, and the others are told", async () => {
    const emailClaim = `${uuid()}@example.com`;
    const results = await race(() => store().insert("users", aUser({ emailClaim })));
    const failures = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as unknown] : [],
    );
    expect(failures).toHaveLength(RACERS - 1);
    for (const failure of failures)
      expect(failure).toMatchObject({ name: "DuplicateError", fields: ["emailClaim"] });
    expect(await store().count("users", { emailClaim })).toBe(1);
  });

  test("of twenty transactions that take one address, exactly one is kept, and nothing of the others", async () => {
    const emailClaim = `${uuid()}@example.com`;
    const accountId = uuid();
    const results = await race((racer) =>
      store().transaction(async (inner) => {
        await inner.insert("memberships", aMembership({ accountId, userId: String(racer) }));
        await inner.insert("users", aUser({ emailClaim }));
      }),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await store().count("memberships", { accountId })).toBe(1);
  });

  test("of twenty transactions that want one address and change their mind, none is told anything else", async () => {
    const emailClaim = `${uuid()}@example.com`;
    const results = await race((racer) =>
      store().transaction(async (inner) => {
        await inner.insert("users", aUser({ emailClaim }));
        if (racer < RACERS - 1) throw new Error("changed my mind");
      }),
    );
    const failures = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as Error] : [],
    );
    for (const { message } of failures) expect(message).toMatch(/changed my mind|the same emailClaim/);
  });

  test("twenty who read a number and write the next one lose none", async () => {
    const token = aToken();
    await store().insert("tokens", token);
    const results = await race(() =>
      store().transaction(async (inner) => {
        const found = await inner.findOne("tokens", { id: token.id });
        await inner.update("tokens", { id: token.id }, { attempts: (found?.attempts ?? Number.NaN) + 1 });
      }),
    );
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect((await store().findOne("tokens", { id: token.id }))?.attempts).toBe(RACERS);
  });

  test("no more join than there are seats when each has read the account first", async () => {
    const account = anAccount();
    await store().insert("accounts", account);
    const results = await race(() =>
      store().transaction(async (inner) => {
        await inner.findOne("accounts", { id: account.id });
        if ((await inner.count("memberships", { accountId: account.id })) >= 3) return false;
        await inner.insert("memberships", aMembership({ accountId: account.id, role: "user" }));
        return true;
      }),
    );
    expect(results.filter((result) => result.status === "fulfilled" && result.value)).toHaveLength(3);
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await store().count("memberships", { accountId: account.id })).toBe(3);
  });

  test("transactions that take the same two rows in opposite order all end", async () => {
    const [first, second] = [aToken(), aToken()];
    for (const token of [first, second]) await store().insert("tokens", token);
    const results = await Promise.allSettled(
      [0, 1, 2, 3].map((racer) =>
        store().transaction(async (inner) => {
          for (const { id } of racer % 2 === 0 ? [first, second] : [second, first]) {
            const found = await inner.findOne("tokens", { id });
            await inner.update("tokens", { id }, { attempts: (found?.attempts ?? Number.NaN) + 1 });
          }
        }),
      ),
    );
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await store().count("tokens", { id: { in: [first.id, second.id] }, attempts: 4 })).toBe(2);
  });

  test("reads and writes of all kinds at once all come through", async () => {
    const userId = uuid();
    const results = await race(async (racer) => {
      const token = aToken({ userId, attempts: racer });
      await store().insert("tokens", token);
      await store().transaction((inner) =>
        inner.update("tokens", { id: token.id }, { email: "b@example.com" }),
      );
      return store().findOne("tokens", { id: token.id });
    });
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await store().count("tokens", { userId, email: "b@example.com" })).toBe(RACERS);
  });
});
