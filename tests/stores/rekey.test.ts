/** A new secret on every store: rows are encrypted again in batches, by a run that may end anywhere, while others change them. */
import { afterEach, expect, test } from "vitest";
import {
  ENCRYPTED_COLUMNS,
  readEncryptedTexts,
  replaceEncryptedTexts,
  type EncryptedText,
} from "~/models/encrypted-rows.server";
import { mailEntity } from "~/models/mail.server";
import { tokenEntity } from "~/models/token.server";
import { twoFactorEntity } from "~/models/two-factor.server";
import { hashKeyEntity } from "~/models/hash-key.server";
import { webhookEndpointEntity } from "~/models/webhook-endpoint.server";
import { ANY_ENTITIES, type EntityName, type Rows } from "~/models/all-entities";
import type { AnyEntity, AnyRow } from "~/models/store/entity";
import type { Store } from "~/models/store/store";
import { HASH_PURPOSES, openSecrets } from "~/services/platform/crypto/hash-keys.server";
import {
  countEncrypted,
  needsOtherSecret,
  rekeyRows,
  sumCounts,
} from "~/services/platform/crypto/rekey.server";
import { createSecrets, toKeys, type Secrets } from "~/crypto/secrets.server";
import { buildRow } from "../support/backups";
import { describeEveryStore } from "../support/stores";

const [PREVIOUS, NEW] = [
  "the former secret, of more than 32 characters",
  "the new secret, of more than 32 characters",
];
const previous = createSecrets(PREVIOUS);
const both = createSecrets({ appSecret: NEW, otherSecrets: [PREVIOUS] });
const next = createSecrets(NEW);

/** Of each entity with an encrypted column. Some columns of some rows are null. */
const ROWS = 4;
const PAGE = { pageRows: 3, batchRows: 2 };
const LATER = new Date(Date.now() + 86_400_000);
const STILL_READ: { [E in EntityName]?: Partial<Rows[E]> } = {
  mails: { status: "waiting" },
  tokens: { usedAt: null, expiresAt: LATER },
};

const names = Object.keys(ANY_ENTITIES) as EntityName[];
const encryptedNames = names.filter((name) =>
  ENCRYPTED_COLUMNS.some(({ entity }) => entity === ANY_ENTITIES[name]),
);
const toPlain = (id: string, field: string) => `${field} of ${id}`;

/** Fills every encrypted column. Rows are told apart by `from`. */
async function fill(store: Store, secrets: Secrets, from = 0): Promise<void> {
  for (const name of encryptedNames) {
    for (let index = from; index < from + ROWS; index += 1) {
      const made: object = { ...buildRow(name, index), ...STILL_READ[name] };
      const row = made as AnyRow;
      const entity = ANY_ENTITIES[name];
      await store.insert(entity, { ...row, ...encryptFields(entity, row, secrets) });
    }
  }
}

function encryptFields(entity: AnyEntity, row: AnyRow, secrets: Secrets) {
  const columns = ENCRYPTED_COLUMNS.filter(
    (column) => column.entity === entity && row[column.field] !== null,
  );
  return Object.fromEntries(
    columns.map(({ field, encryption: { kind, namedBy } }) => {
      const purpose = (namedBy ? `${kind}_${String(row[namedBy])}` : kind) as "mail";
      return [field, secrets.encrypt(purpose, toPlain(row.id, field))];
    }),
  );
}

/** Every text in plain, read with these secrets. Throws for one that they do not decrypt. */
async function readAll(store: Store, secrets: Secrets): Promise<string[]> {
  const texts: string[] = [];
  for (const column of ENCRYPTED_COLUMNS)
    for await (const { purpose, encrypted } of readEncryptedTexts(store, column))
      texts.push(secrets.decrypt(purpose, encrypted));
  return texts.sort();
}

const sum = (done: Map<unknown, number>) => [...done.values()].reduce((all, count) => all + count, 0);

await describeEveryStore("a new secret", (fresh) => {
  afterEach(async () => {
    for (const name of encryptedNames) await fresh().store.remove(ANY_ENTITIES[name], { id: { not: "" } });
  });

  test("a run that is stopped, one that fails, and one that ends: each row is changed once and stays readable", async () => {
    const { store } = fresh();
    await fill(store, previous);
    const plain = await readAll(store, previous);
    let changed = 0;
    const onChange = (count: number) => (changed += count);
    const stopped = await rekeyRows(store, both, { ...PAGE, isStopped: () => changed >= 5, onChange });
    expect(sum(stopped)).toBe(changed);
    expect(changed).toBeLessThan(7);
    expect(await readAll(store, both)).toEqual(plain);
    expect(sumCounts(await countEncrypted(store, both))).toEqual({
      other: plain.length - changed,
      unreadable: 0,
    });

    const crash = (count: number) => {
      onChange(count);
      if (changed > 9) throw new Error("the process was killed");
    };
    await expect(rekeyRows(store, both, { ...PAGE, onChange: crash })).rejects.toThrow("killed");
    expect(await readAll(store, both)).toEqual(plain);

    expect(sum(await rekeyRows(store, both, PAGE))).toBe(plain.length - changed);
    expect(await readAll(store, next)).toEqual(plain);
    expect(await needsOtherSecret(store, both)).toBe(false);
    expect(sum(await rekeyRows(store, both, PAGE))).toBe(0);
  });

  test("a change that another request makes meanwhile is never overwritten", async () => {
    const { store } = fresh();
    await fill(store, previous);
    const [column] = ENCRYPTED_COLUMNS.filter(({ entity }) => entity === webhookEndpointEntity);
    if (!column) throw new Error("endpoints have a secret");
    const read: EncryptedText[] = [];
    for await (const text of readEncryptedTexts(store, column)) read.push(text);
    const [first, second] = read;
    if (!first || !second) throw new Error("there are endpoints");
    const rotated = both.encrypt("webhook", "another secret of the endpoint");
    // Between the read of the page and the row's own transaction.
    const meanwhile: Store = {
      ...store,
      async transaction(work) {
        await store.update(webhookEndpointEntity, { id: first.id }, { secret: rotated });
        await store.remove(webhookEndpointEntity, { id: second.id });
        return store.transaction(work);
      },
    };
    const done = await rekeyRows(meanwhile, both, PAGE);
    expect((await store.findOne(webhookEndpointEntity, { id: first.id }))?.secret).toBe(rotated);
    expect(await store.findOne(webhookEndpointEntity, { id: second.id })).toBeNull();
    expect(done.get("webhook")).toBeGreaterThan(0);
    const stale = { id: first.id, from: first.encrypted, to: next.encrypt("webhook", "stale") };
    expect(await replaceEncryptedTexts(store, column, [stale])).toBe(0);
    expect((await store.findOne(webhookEndpointEntity, { id: first.id }))?.secret).toBe(rotated);
  });

  test("two runs at once change each row once", async () => {
    const { store } = fresh();
    await fill(store, previous);
    const plain = await readAll(store, previous);
    const runs = await Promise.all([rekeyRows(store, both, PAGE), rekeyRows(store, both, PAGE)]);
    expect(runs.reduce((all, done) => all + sum(done), 0)).toBe(plain.length);
    expect(await readAll(store, next)).toEqual(plain);
  });

  test("processes that start together on a new database agree on the keys of hashes", async () => {
    const { store } = fresh();
    const open = () => openSecrets(store, toKeys(PREVIOUS), { error: () => undefined });
    const started = await Promise.all([open(), open(), open()]);
    expect(new Set(started.map(({ hash }) => hash("trial", "card"))).size).toBe(1);
    expect(await store.count(hashKeyEntity, {})).toBe(HASH_PURPOSES.length);
  });

  test("what no secret decrypts is named by kind and row, and stays; what is read no more is left alone", async () => {
    const { store } = fresh();
    const unknown = createSecrets("a secret that was lost, of more than 32 characters");
    const id = "01999999-0000-7000-8000-000000000001";
    const lost = unknown.encrypt("two_factor", "lost");
    const factor = { id, secret: lost, pendingSecret: null, lastStep: 0, enabledAt: new Date() };
    await store.insert(twoFactorEntity, factor);
    const used = { ...buildRow("tokens", 1), usedAt: new Date(), expiresAt: LATER, data: "unreadable" };
    await store.insert(tokenEntity, used);
    await store.insert(mailEntity, { ...buildRow("mails", 1), status: "sent", payload: "-" });
    await rekeyRows(store, both);
    const counts = await countEncrypted(store, both);
    expect(counts.get("two_factor")).toEqual({ current: 0, other: 0, unreadable: [id] });
    expect(sumCounts(counts)).toEqual({ other: 0, unreadable: 1 });
    expect((await store.findOne(twoFactorEntity, { id }))?.secret).toBe(lost);
  });
});
