/** The answers to an offer of an account's ownership, in the order of their buttons. */
export const OWNERSHIP_ANSWERS = ["decline", "accept"] as const;
export type OwnershipAnswer = (typeof OWNERSHIP_ANSWERS)[number];
