/** The encrypted texts of all accounts' rows: for `npm run rekey`. The entities say which fields are encrypted. */
import { ENCRYPTED_ROW_NAMES, type EncryptedRowKind, type EncryptionPurpose } from "~/domain/encryption";
import { ANY_ENTITIES } from "./all-entities";
import { mailEntity } from "./mail.server";
import type { AnyEntity, AnyRow, Encryption } from "./store/entity";
import type { Where } from "./store/conditions";
import type { Store } from "./store/store";
import { tokenEntity } from "./token.server";

/** Rows that `npm run rekey` reads at once, and those that it locks together: requests wait for that long. */
const REKEY_PAGE_ROWS = 500;

export interface EncryptedColumn {
  entity: AnyEntity;
  field: string;
  encryption: Encryption;
}

export interface EncryptedText {
  id: string;
  purpose: EncryptionPurpose;
  encrypted: string;
}

/** In the order of the kinds' names, so that what no one can do without comes first. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = listColumns();

/** The rows whose text is still read. Others end soon, and are left to the cleanup. */
const STILL_READ = new Map<AnyEntity, () => Where<AnyRow>>([
  [mailEntity, () => ({ status: { in: ["waiting", "dead"] } })],
  [tokenEntity, () => ({ usedAt: null, expiresAt: { gt: new Date() } })],
]);

/** Reads the encrypted texts of a column that are still read. `limit` rows are read at once. */
export async function* readEncryptedTexts(
  store: Pick<Store, "find">,
  { entity, field, encryption }: EncryptedColumn,
  limit = REKEY_PAGE_ROWS,
): AsyncGenerator<EncryptedText> {
  const where = STILL_READ.get(entity)?.() ?? {};
  const order = { by: "id", direction: "asc" } as const;
  let last: AnyRow | undefined;
  do {
    const after = last && { after: { value: last.id, id: last.id } };
    const rows: AnyRow[] = await store.find(entity, where, { order, limit, ...after });
    for (const row of rows) {
      const encrypted = row[field];
      if (typeof encrypted === "string") yield { id: row.id, purpose: toPurpose(encryption, row), encrypted };
    }
    last = rows.length < limit ? undefined : rows.at(-1);
  } while (last);
}

export interface Replacement {
  id: string;
  from: string;
  to: string;
}

/**
 * Replaces the texts of rows that still have `from`, all in one transaction, and returns how many. Those that were changed or
 * deleted since they were read are left alone. A long text cannot be a condition of an update, so the rows are locked and
 * read again.
 */
export function replaceEncryptedTexts(
  outer: Store,
  { entity, field }: EncryptedColumn,
  replacements: readonly Replacement[],
): Promise<number> {
  const ids = replacements.map(({ id }) => id);
  return outer.transaction(async (store) => {
    const found = await store.find(entity, { id: { in: ids } }, { limit: ids.length });
    const texts = new Map(found.map((row) => [row.id, row[field]]));
    const unchanged = replacements.filter(({ id, from }) => texts.get(id) === from);
    for (const { id, to } of unchanged) await store.update(entity, { id }, { [field]: to });
    return unchanged.length;
  });
}

function toPurpose({ kind, namedBy }: Encryption, row: AnyRow): EncryptionPurpose {
  return (namedBy === undefined ? kind : `${kind}_${String(row[namedBy])}`) as EncryptionPurpose;
}

function listColumns(): EncryptedColumn[] {
  const columns = Object.values(ANY_ENTITIES).flatMap((entity) =>
    Object.entries(entity.fields).flatMap(([field, { encryptedFor: encryption }]) =>
      encryption ? [{ entity, field, encryption }] : [],
    ),
  );
  const kinds = Object.keys(ENCRYPTED_ROW_NAMES) as EncryptedRowKind[];
  return kinds.flatMap((kind) => columns.filter(({ encryption }) => encryption.kind === kind));
}
