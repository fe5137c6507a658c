/** Reading many rows page by page. */
import { expect, test } from "vitest";
import { readAll } from "./read-all";

/** A table of the numbers up to `count`, and the pages that were read. */
function createTable(count: number) {
  const read: (number | undefined)[] = [];
  const readPage = ({ after, limit }: { after: number | undefined; limit: number }) => {
    read.push(after);
    const first = (after ?? 0) + 1;
    const length = Math.max(0, Math.min(limit, count - first + 1));
    return Promise.resolve(Array.from({ length }, (_, index) => first + index));
  };
  return { read, readPage };
}

test.each([0, 1, 99, 100, 101, 250])("each of %i rows is read once, in order", async (count) => {
  const { readPage } = createTable(count);
  const rows: number[] = [];
  for await (const row of readAll(readPage)) rows.push(row);
  expect(rows).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

test("a page is read only when the rows before it are worked on, and none after its caller stops", async () => {
  const { read, readPage } = createTable(250);
  for await (const row of readAll(readPage)) {
    expect(read).toHaveLength(row <= 100 ? 1 : 2);
    if (row === 150) break;
  }
  expect(read).toEqual([undefined, 100]);
});
