/** The states of the emails in the form of invitations, asked from the server while they are entered. */
import { useEffect, useState } from "react";
import { INVITES_AT_ONCE } from "~/domain/limits";
import type { InviteeState, Places } from "~/domain/members";
import { paths } from "~/domain/paths";
import { callApi } from "../session/call-api";

/** `over`: the plan has no place left for it. */
export type ChipState = InviteeState | "over" | "checking";

/** Waits for further emails, as when several are pasted. */
const CHECK_AFTER_MS = 250;

interface Checked {
  emails: { email: string; state: InviteeState }[];
  places: Places;
}

/** Returns the state of each email that has been checked, and the places of the plan. A failed check leaves both. */
export function useInvitees(emails: readonly string[], initialPlaces: Places) {
  const [known, setKnown] = useState<ReadonlyMap<string, InviteeState>>(new Map());
  const [places, setPlaces] = useState(initialPlaces);
  // The rest follows when the state of these is known: one call takes only so many.
  const unknown = emails
    .filter((email) => !known.has(email))
    .slice(0, INVITES_AT_ONCE)
    .join(",");

  useEffect(() => {
    if (unknown === "") return;
    let isStale = false;
    const timer = setTimeout(() => {
      void check(unknown).then((checked) => {
        if (isStale || !checked) return;
        // The answer has the emails in their stored spelling, in the order of the question.
        const asked = unknown.split(",");
        const states = checked.emails.flatMap(({ state }, index) => {
          const email = asked[index];
          return email === undefined ? [] : [[email, state] as const];
        });
        setKnown((before) => new Map([...before, ...states]));
        setPlaces(checked.places);
      });
    }, CHECK_AFTER_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [unknown]);

  return { states: markOver(emails, known, places), places };
}

async function check(email: string): Promise<Checked | null> {
  const reply = await callApi<Checked>("POST", paths.inviteCheck, { email });
  return reply.ok ? reply.data : null;
}

/** The new emails that come after the last free place are over the plan. */
function markOver(
  emails: readonly string[],
  known: ReadonlyMap<string, InviteeState>,
  { used, limit }: Places,
): Map<string, ChipState> {
  const states = new Map<string, ChipState>();
  let free = limit === null ? Infinity : limit - used;
  for (const email of emails) {
    const state = known.get(email);
    if (!state) continue;
    if (state === "new") free -= 1;
    states.set(email, state === "new" && free < 0 ? "over" : state);
  }
  return states;
}
