/** Names that users give: their servers can delay the account that gave them, and nothing else. */
import { lookup } from "node:dns/promises";
import { afterEach, describe, expect, test } from "vitest";
import { startNameServer, type AddressType, type NameAnswer } from "../../../tests/support/name-server";
import { USER_NAMES_UNANSWERED_MAX } from "~/domain/limits";
import { isPublicIp } from "./public-ips";
import { createGuardedLookup, RefusedIpError } from "./guarded-lookup";
import { createUserNames } from "./user-names";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function startNames(answer: (name: string, type: AddressType) => NameAnswer, timeoutMs = 5000) {
  const { address, asked, close } = await startNameServer(answer);
  closing.push(close);
  const names = createUserNames({ servers: [address], timeoutMs });
  const resolve = (name: string, accountId = "a", signal = new AbortController().signal) =>
    names.createResolver({ accountId, signal })(name);
  return { names, asked, resolve };
}

describe("the addresses of a name", () => {
  test("the addresses of a name are those of both families", async () => {
    const { resolve } = await startNames(() => ["192.0.2.1", "2001:db8::1"]);
    expect(await resolve("both.example.com")).toEqual([
      { address: "192.0.2.1", family: 4 },
      { address: "2001:db8::1", family: 6 },
    ]);
  });

  test.each([
    ["has none of the other family", []],
    ["does not know the other family", "unknown name"],
    ["fails for the other family", "failure"],
    ["is silent about the other family", "silence"],
  ] satisfies [string, NameAnswer][])(
    "one family of addresses is enough when the server %s",
    async (_what, other) => {
      const { resolve } = await startNames((_name, type) => (type === "AAAA" ? ["2001:db8::1"] : other), 300);
      expect(await resolve("one.example.com")).toEqual([{ address: "2001:db8::1", family: 6 }]);
    },
  );

  test("a name without addresses is an error", async () => {
    const { resolve } = await startNames(() => "unknown name");
    await expect(resolve("none.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
  });
});

test("a public IP in the first answer does not make the private one of the second answer reachable", async () => {
  const turns = ["8.8.8.8", "127.0.0.1"];
  const { names } = await startNames((_name, type) => (type === "A" ? [turns.shift() ?? ""] : []));
  const { signal } = new AbortController();
  const guarded = createGuardedLookup(isPublicIp, names.createResolver({ accountId: "a", signal }));
  const find = () =>
    new Promise((resolve) => {
      guarded("rebinding.example.com", { all: true }, (error, addresses) => resolve(error ?? addresses));
    });
  expect(await find()).toEqual([{ address: "8.8.8.8", family: 4 }]);
  expect(await find()).toBeInstanceOf(RefusedIpError);
});

/** In milliseconds. While it is busy, a machine delays one of several. */
async function timeLookup(): Promise<number> {
  const startedAt = performance.now();
  await lookup("localhost");
  return performance.now() - startedAt;
}

describe("a name whose server does not answer", () => {
  test("a look-up without an answer occupies no thread: next to 40 of them, the system's look-up of another name takes under 100 ms", async () => {
    const { resolve, asked } = await startNames(() => "silence");
    const requests = Array.from({ length: 40 }, () => new AbortController());
    const hanging = requests.map(({ signal }, index) =>
      resolve(`${index}.example.com`, `account ${index >> 1}`, signal).catch(() => "ended"),
    );
    await expect.poll(() => asked.length).toBe(80);
    expect(Math.min(await timeLookup(), await timeLookup(), await timeLookup())).toBeLessThan(100);
    for (const request of requests) request.abort();
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(["ended"]));
  });

  test("a name whose server does not answer ends with its request, and is then no longer counted", async () => {
    const { resolve, asked } = await startNames((name) =>
      name.startsWith("silent") ? "silence" : ["192.0.2.1"],
    );
    const request = new AbortController();
    const hanging = Array.from({ length: USER_NAMES_UNANSWERED_MAX }, (_, index) =>
      resolve(`silent${index}.example.com`, "a", request.signal),
    );
    await expect(resolve("third.example.com")).rejects.toThrow("have no answer yet");
    expect(await resolve("other.example.com", "b")).toHaveLength(1);
    const startedAt = performance.now();
    request.abort();
    for (const each of hanging) await expect(each).rejects.toMatchObject({ code: "ECANCELLED" });
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(await resolve("third.example.com")).toHaveLength(1);
    expect(asked).toContain("A third.example.com");
  });

  test("a name is not asked for a request that has ended already", async () => {
    const { resolve, asked } = await startNames(() => ["192.0.2.1"]);
    await expect(resolve("late.example.com", "a", AbortSignal.abort())).rejects.toThrow();
    expect(asked).toEqual([]);
  });
});
