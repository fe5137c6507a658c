/** Reading many rows page by page, for jobs that look at every one of them. */

/** How many rows one query reads. */
const PAGE_SIZE = 100;

/**
 * Yields every row in the order of `readPage`, which returns a page of `limit` rows that begins behind the row `after`. A
 * page is read when the rows before it have been worked on.
 */
export async function* readAll<Row>(
  readPage: (page: { after: Row | undefined; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let after: Row | undefined;
  do {
    const page: Row[] = await readPage({ after, limit: PAGE_SIZE });
    yield* page;
    after = page.length === PAGE_SIZE ? page.at(-1) : undefined;
  } while (after !== undefined);
}
