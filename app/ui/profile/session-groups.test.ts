import { expect, test } from "vitest";
import { groupSessions, type GroupedSession } from "./session-groups";

function createSession(id: string, minute: number, changes: Partial<GroupedSession> = {}): GroupedSession {
  const last_seen = `2026-01-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
  const device = { kind: "browser", agent: "Chrome on Linux", address: "192.0.2.1" } as const;
  return { id, ...device, last_seen, current: false, support: false, ...changes };
}

const groupIds = (sessions: GroupedSession[]) =>
  groupSessions(sessions).map((group) => group.map(({ id }) => id));

test("sessions of one browser at one IP are one group, the session used last first", () => {
  expect(groupIds([createSession("a", 1), createSession("b", 3), createSession("c", 2)])).toEqual([
    ["b", "c", "a"],
  ]);
});

test("another browser, IP or kind of session has its own group, and so has a session of support", () => {
  expect(
    groupIds([
      createSession("a", 9),
      createSession("b", 8, { agent: "Firefox on Linux" }),
      createSession("c", 7, { address: "198.51.100.7" }),
      createSession("d", 6, { kind: "script" }),
      createSession("e", 5, { support: true }),
    ]),
  ).toEqual([["a"], ["b"], ["c"], ["d"], ["e"]]);
});

test("the group of the current session comes first, even when another was used later", () => {
  const phone = { agent: "Safari on iOS" };
  expect(
    groupIds([
      createSession("a", 1, { current: true }),
      createSession("b", 9, phone),
      createSession("c", 5),
      createSession("d", 2, phone),
    ]),
  ).toEqual([
    ["c", "a"],
    ["b", "d"],
  ]);
});

test("without sessions there are no groups", () => {
  expect(groupSessions([])).toEqual([]);
});
