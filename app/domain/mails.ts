/** The mails that have not been sent, as mission control lists them. */

/** `waiting`: to be sent, or tried again. `dead`: given up after the last attempt. */
export const UNSENT_STATES = ["dead", "waiting"] as const;
export type UnsentState = (typeof UNSENT_STATES)[number];

export function isUnsentState(value: unknown): value is UnsentState {
  return UNSENT_STATES.some((known) => known === value);
}
