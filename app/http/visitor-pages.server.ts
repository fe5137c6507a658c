/**
 * Pages of visitors who are not signed in: for all of them the same but for the nonce, so that each is rendered once a minute.
 * docs/decisions/0094-a-visitors-page-is-rendered-once.md
 */
import { randomBytes } from "node:crypto";
import { keepLatest } from "~/domain/keep-latest";
import { minutes } from "~/domain/limits";
import type { RootData } from "~/domain/root-data";

/** Pages, languages, themes and orders of buttons: beyond this number the oldest page is rendered again. */
const PAGES_MAX = 100;
/** Whatever else a page depends on, such as the time, is never older. */
const KEPT_FOR_MS = minutes(1);

/** Stands for the nonce in a page that is kept. As random as a nonce, so that no text of a page contains it. */
export const NONCE_MARK = randomBytes(24).toString("hex");

/** The parts of Remix's result that decide what a page shows. */
interface Rendered {
  location: { pathname: string; search: string };
  statusCode: number;
  loaderData: Record<string, unknown>;
  actionData: unknown;
  errors: unknown;
}

interface KeptPage {
  /** The page between its nonces. */
  pieces: readonly Buffer[];
  until: number;
}

/**
 * Returns all that the page shows, as a text. Null for a page that is not kept: of a signed-in user, with a message, an error or a
 * form's answer, and at a URL with a query, which is a token or anything that a stranger makes up.
 */
export function describeVisitorPage(rendered: Rendered): string | null {
  const { loaderData, statusCode, location } = rendered;
  // Null after an action that has thrown: no loader has run.
  const root = loaderData.root as Partial<RootData> | null | undefined;
  const isForAll = root && !root.viewer && !root.flash;
  if (!isForAll || statusCode !== 200 || rendered.actionData || rendered.errors || location.search !== "")
    return null;
  return `${location.pathname} ${JSON.stringify(loaderData)}`;
}

export function createVisitorPages(now: () => number = Date.now) {
  const kept = new Map<string, KeptPage>();
  return {
    /** The page with this nonce; null when it has to be rendered. */
    find(key: string, nonce: string): Buffer<ArrayBuffer> | null {
      const page = kept.get(key);
      return page && now() < page.until ? fillIn(page.pieces, nonce) : null;
    },
    /** Keeps a page that was rendered with NONCE_MARK, and returns it with this nonce. */
    keep(key: string, nonce: string, page: Buffer): Buffer<ArrayBuffer> {
      const pieces = splitAtMarks(page);
      kept.delete(key);
      keepLatest(kept, [key, { pieces, until: now() + KEPT_FOR_MS }], PAGES_MAX);
      return fillIn(pieces, nonce);
    },
  };
}

/** A page that was rendered with NONCE_MARK, with this nonce. */
export function fillInNonce(page: Buffer, nonce: string): Buffer<ArrayBuffer> {
  return fillIn(splitAtMarks(page), nonce);
}

function splitAtMarks(page: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let end = page.indexOf(NONCE_MARK); end >= 0; end = page.indexOf(NONCE_MARK, start)) {
    pieces.push(page.subarray(start, end));
    start = end + NONCE_MARK.length;
  }
  return [...pieces, page.subarray(start)];
}

function fillIn(pieces: readonly Buffer[], nonce: string): Buffer<ArrayBuffer> {
  const mark = Buffer.from(nonce);
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [mark, piece])));
}
