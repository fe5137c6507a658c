/** The example of an environment file, and the settings in the documents: they can be pasted as they are. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingsSchema } from "./settings.server";
import { readConfig } from "./config.server";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Read by compose.yaml, or by the client of a bucket. */
const OF_OTHERS = ["DOMAIN", "POSTGRES_PASSWORD", "IMAGE_TAG", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "config-example-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const readLines = (...path: string[]) => readFileSync(join(ROOT, ...path), "utf8").split("\n");

/** As systemd and Compose both read it: a line is a comment or one setting, and quotes around a value are left out. */
const lines = readLines("deploy", "example.env").filter((line) => line !== "" && !line.startsWith("#"));
const given = lines.flatMap((line): [name: string, value: string][] => {
  const [, name, quoted, plain] = /^([A-Z_]+)=(?:'([^']*)'|([^'"\s\\$]*))$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, quoted ?? plain ?? ""]];
});

test("every line of the example is a comment or a setting that the product knows, and no value needs other quotes", () => {
  expect(given).toHaveLength(lines.length);
  const names = given.map(([name]) => name);
  expect(names.filter((name) => !(name in settingsSchema.shape) && !OF_OTHERS.includes(name))).toEqual([]);
});

test("as it is, and with its secrets filled in, the product accepts it in production", () => {
  const environment = { ...Object.fromEntries(given), NODE_ENV: "production", DATA_DIR: folder };
  const example = readConfig(environment);
  expect(example).toMatchObject({ metricsToken: null, stripe: null, mailFrom: "Acme <hello@example.com>" });
  const secrets = { APP_SECRET: "a".repeat(64), METRICS_TOKEN: "b".repeat(64) };
  const filled = readConfig({ ...environment, ...secrets });
  expect(filled).toMatchObject({ appSecret: secrets.APP_SECRET, databasePool: 10, trustProxyHops: 1 });
});

test("no setting in the documents and the shipped files has a comment behind its value", () => {
  const documents = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  const files = [
    ["README.md"],
    ...documents.map((name) => ["docs", name]),
    ...readdirSync(join(ROOT, "deploy")).map((name) => ["deploy", name]),
  ];
  const found = files.flatMap((path) =>
    readLines(...path).filter((line) => /^[A-Z][A-Z_]+=.*\s#\s/.test(line)),
  );
  expect(found).toEqual([]);
});
