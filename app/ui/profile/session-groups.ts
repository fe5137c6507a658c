/** The sessions of one device, together. */

/** What tells sessions of one device apart from others, and which of them is the newest. */
export interface GroupedSession {
  id: string;
  kind: "browser" | "script";
  agent: string;
  address: string;
  /** ISO. */
  last_seen: string;
  current: boolean;
  support: boolean;
}

/**
 * Groups sessions of the same browser or program at the same address, as a sign-in from a new device is recognised: an
 * address that the user does not know stays in sight. The group of the present session comes first, then the one used
 * last; within a group the session used last comes first.
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

/** Whether one of them is the session that asks. */
export function hasCurrent(sessions: readonly GroupedSession[]): boolean {
  return sessions.some(({ current }) => current);
}

function compareLastSeen(a: GroupedSession, b: GroupedSession): number {
  return b.last_seen.localeCompare(a.last_seen);
}
