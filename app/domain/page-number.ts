/** Page numbers, which lists by cursors do not have: clients that count pages get the first one, and how to go on. */

/** The part of a call's input, or of a page's query string, that says where a list goes on. */
interface ListPlace {
  after?: unknown;
  before?: unknown;
  page?: unknown;
}

/** Whether a list by cursors is asked for a page by its number. */
export function isPageNumberGiven({ after, before, page }: ListPlace): boolean {
  return Boolean(page) && !after && !before;
}
