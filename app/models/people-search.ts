/** How people are looked for: by the beginning of their name or address, each one range of an index. */
import { toPrefixRange, toSearchKey } from "~/domain/text";

type Range = ReturnType<typeof toPrefixRange>;

export type PeopleSearch =
  { by: "nameKey"; where: { nameKey: Range } } | { by: "email"; where: { email: Range } };

/**
 * What has no @ is looked for as the beginning of a name, and where no name begins like it, of an address; `isName`
 * tells whether one does. Null when nothing is looked for.
 */
export async function toPeopleSearch(
  search: string,
  isName: (where: { nameKey: Range }) => Promise<boolean>,
): Promise<PeopleSearch | null> {
  const key = toSearchKey(search);
  if (key === "") return null;
  const range = toPrefixRange(key);
  return !key.includes("@") && (await isName({ nameKey: range }))
    ? { by: "nameKey", where: { nameKey: range } }
    : { by: "email", where: { email: range } };
}
