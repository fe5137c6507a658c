/** The product's first name stands where people read it, and where something outside of the code holds it, and nowhere else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as stored from "~/domain/stored-names";
import { listAppSources, ROOT } from "./sources";

/** By the reason why the name may stand there. */
const ALLOWED: Record<string, string> = {
  "app/domain/stored-names.ts": "what is stored",
  "app/config/config.server.ts": "the program deploy/groundwork tells its name by GROUNDWORK_COMMAND",
};

test("no other file of the product spells out the product's name", () => {
  const naming = listAppSources().filter((file) =>
    /groundwork/i.test(withoutComments(readFileSync(join(ROOT, file), "utf8"))),
  );
  expect(naming.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test("what is stored keeps its name: saved secrets, backups, Redis, metrics", () => {
  expect({ ...stored }).toEqual({
    KEY_SALT: "groundwork",
    BACKUP_PRODUCT: "Groundwork",
    REDIS_PREFIX: "groundwork",
    METRICS_PREFIX: "groundwork_",
    TRACE_SERVICE: "groundwork",
    DATABASE_CLIENT_NAME: "groundwork",
    AVATARS_MARKER: ".groundwork",
    SANDBOX_CLIENT_ID: "groundwork",
    WEBHOOK_AGENT: "Groundwork-Webhooks/1",
  });
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
