import { expect, test } from "vitest";
import { groupSessions, type GroupedSession } from "./session-groups";

function session(id: string, minute: number, changes: Partial<GroupedSession> = {}): GroupedSession {
  const last_seen = `2026-01-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
  const device = { kind: "browser", agent: "Chrome on Linux", address: "192.0.2.1" } as const;
  return { id, ...device, last_seen, current: false, support: false, ...changes };
}

const idsOf = (sessions: GroupedSession[]) =>
  groupSessions(sessions).map((group) => group.map(({ id }) => id));

test("sessions of one browser at one address are one group, the one used last first", () => {
  expect(idsOf([session("a", 1), session("b", 3), session("c", 2)])).toEqual([["b", "c", "a"]]);
});

test("another browser, address or kind of session is a group of its own, and so is support's", () => {
  expect(
    idsOf([
      session("a", 9),
      session("b", 8, { agent: "Firefox on Linux" }),
      session("c", 7, { address: "198.51.100.7" }),
      session("d", 6, { kind: "script" }),
      session("e", 5, { support: true }),
    ]),
  ).toEqual([["a"], ["b"], ["c"], ["d"], ["e"]]);
});

test("the group of the present session comes first, however long ago the others were used", () => {
  const phone = { agent: "Safari on iOS" };
  expect(
    idsOf([
      session("a", 1, { current: true }),
      session("b", 9, phone),
      session("c", 5),
      session("d", 2, phone),
    ]),
  ).toEqual([
    ["c", "a"],
    ["b", "d"],
  ]);
});

test("no sessions are no groups", () => {
  expect(groupSessions([])).toEqual([]);
});
