/** Stored texts that are nested JSON, whatever was refused when they came in: those from before a check, and those of others. */
import { ANY_ENTITIES } from "~/models/all-entities";
import type { AnyEntity } from "~/models/store/entity";
import type { Store } from "~/models/store/store";

/** Writes `value` into every text of every row. What the product encrypts, only the product has written. */
export async function overwriteTexts(store: Store, value: string): Promise<number> {
  let overwritten = 0;
  for (const entity of Object.values(ANY_ENTITIES)) {
    const texts = listTexts(entity);
    if (texts.length === 0) continue;
    const values = Object.fromEntries(texts.map((name) => [name, value]));
    overwritten += texts.length * (await store.update(entity, { id: { not: "" } }, values));
  }
  return overwritten;
}

/** The store accepts no such text in a string of a limited length. */
function listTexts({ fields }: AnyEntity): string[] {
  return Object.entries(fields).flatMap(([name, { type, encryptedFor }]) =>
    type === "text" && !encryptedFor ? [name] : [],
  );
}
