/** No encrypted column is forgotten by `npm run rekey`: every use of the encryption leads to one, or to what ends by itself. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENCRYPTED_IN } from "~/domain/encryption";
import { ENCRYPTED_COLUMNS } from "./encrypted-rows.server";

/** Where each use puts what it has encrypted. */
const USES: Record<string, string> = {
  "app/config/saved.server.ts: setting": "config.json",
  "app/http/authenticator.server.ts: social_session": "cookie",
  "app/http/posted-callback.server.ts: provider_form": "url",
  "app/services/identity/tokens.server.ts: token": "tokens.data",
  "app/services/identity/two-factor.server.ts: two_factor": "two_factors.pendingSecret two_factors.secret",
  "app/services/platform/crypto/hash-keys.server.ts: hash_key": "hash_keys.encryptedKey",
  "app/services/platform/idempotency.server.ts: idempotent_answer": "idempotency_keys.answer",
  "app/services/platform/mail/outbox.server.ts: mail": "mails.payload",
  "app/services/webhooks/endpoints.server.ts: webhook":
    "webhook_endpoints.formerSecret webhook_endpoints.secret",
};

const HELPERS: Record<string, string> = { toPurpose: "hash_key" };
/** Encrypts again whatever a column has. */
const REKEY = "app/services/platform/crypto/rekey.server.ts";

test("every use of the encryption is one of these", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => join("app", file))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && file !== REKEY);
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?<!function )\bencrypt\(\s*[`"]?(\w+)/g)].map(
      ([, word = ""]) => {
        const known = HELPERS[word] ?? word;
        // A kind with a name: `token_${kind}`.
        return `${file}: ${known.replace(/_$/, "")}`;
      },
    ),
  );
  expect([...new Set(found)].filter((use) => !use.endsWith(": purpose")).sort()).toEqual(
    Object.keys(USES).sort(),
  );
});

test("what they put into rows is in columns that are encrypted again, and no column has another kind", () => {
  const places = new Map<string, Set<string>>();
  for (const { entity, field, encryption } of ENCRYPTED_COLUMNS) {
    const columns = places.get(encryption.kind) ?? new Set();
    places.set(encryption.kind, columns.add(`${entity.table}.${field}`));
  }
  for (const [use, place] of Object.entries(USES)) {
    const kind = use.split(": ")[1] as keyof typeof ENCRYPTED_IN;
    const where =
      ENCRYPTED_IN[kind] === "rows" ? [...(places.get(kind) ?? [])].sort().join(" ") : ENCRYPTED_IN[kind];
    expect(where, use).toBe(place);
  }
  expect(
    Object.keys(USES)
      .map((use) => use.split(": ")[1])
      .sort(),
  ).toEqual(Object.keys(ENCRYPTED_IN).sort());
});
