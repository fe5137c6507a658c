/** Groups sessions by device. */

/** The fields that identify the device of a session, and its last use. `agent` is in the reader's language. */
export interface GroupedSession {
  id: string;
  kind: "browser" | "script";
  agent: string;
  /** The IP. */
  address: string;
  /** ISO 8601. */
  last_seen: string;
  current: boolean;
  support: boolean;
}

/**
 * Groups sessions of the same browser or program at the same IP, by the rule that detects a sign-in from a new device,
 * so that an IP that the user does not know has its own group. The group of the current session comes first, then the
 * group used last; within a group the session used last comes first.
 */
export function groupSessions<Session extends GroupedSession>(sessions: readonly Session[]): Session[][] {
  const groups = new Map<string, Session[]>();
  for (const session of sessions.toSorted(compareLastSeen)) {
    const { kind, agent, address, support } = session;
    const device = JSON.stringify([kind, agent, address, support]);
    groups.set(device, [...(groups.get(device) ?? []), session]);
  }
  return [...groups.values()].toSorted((a, b) => Number(hasCurrent(b)) - Number(hasCurrent(a)));
}

/** Whether one of the sessions is the session of this request. */
export function hasCurrent(sessions: readonly GroupedSession[]): boolean {
  return sessions.some(({ current }) => current);
}

function compareLastSeen(a: GroupedSession, b: GroupedSession): number {
  return b.last_seen.localeCompare(a.last_seen);
}
