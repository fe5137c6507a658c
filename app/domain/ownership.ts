/** The offer of an account's ownership to one of its admins, as its pages see it. */
import { paths } from "./paths";

/** The answers to an offer of an account's ownership, in the order of their buttons. */
export const OWNERSHIP_ANSWERS = ["decline", "accept"] as const;
export type OwnershipAnswer = (typeof OWNERSHIP_ANSWERS)[number];

/** Asks once more before the answer is given. Not among `paths`, which every page loads. */
export const toAnswerPath = (answer: OwnershipAnswer): string => `${paths.account}?offer=${answer}`;
