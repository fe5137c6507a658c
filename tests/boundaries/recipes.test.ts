/**
 * The recipes of CONTRIBUTING.md: each names every file that an example of its kind touches, all of them exist, and it
 * says how many its steps are. A part in angle brackets, such as `<entity>`, stands for any name.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Recipe {
  title: string;
  /** Something of the kind that the product has, by the names that the code gives it. */
  example: RegExp;
  /** The files that name the example for what it does, and which another of its kind does not touch. */
  besides: readonly RegExp[];
}

/** A table of tests, which asks for a field that it lacks. */
const GOOD_INPUTS = /^tests\/support\/good-inputs\.ts$/;

const RECIPES: readonly Recipe[] = [
  {
    title: "A new field",
    example: /\bdefault_account\b|\bdefaultAccount\b/,
    besides: [
      // It has a row among those of the account, and decides where a sign-in leads.
      /^app\/ui\/profile\/account-rows\.tsx$/,
      /^app\/(http\/welcome|services\/users\/session-user|services\/team\/member-list)\.server\.ts$/,
      /^app\/routes\/onboarding\/welcome\.tsx$/,
      GOOD_INPUTS,
    ],
  },
  {
    title: "A new entity with its pages and calls",
    example:
      /webhook[-_]?endpoint|account\/webhooks?\b|forms\/webhooks|i18n\/en\/webhooks|\bwebhooks\.card|paths\.webhooks\b/i,
    besides: [
      // Events are delivered to it, by a job.
      /^app\/services\/platform\/account-events\//,
      /^app\/models\/webhook-delivery\.server\.ts$/,
      /^app\/domain\/webhook-endpoints\.ts$/,
      // The demo and the measurements have many of it.
      /^scripts\/(seed|bench)\//,
    ],
  },
  {
    title: "A new mail",
    example: /\binvite_accepted\b|\bInviteAccepted\b/,
    // It can be turned off, by a field.
    besides: [GOOD_INPUTS],
  },
  { title: "A new job", example: /["'`]key-expiry["'`]|\bcreateKeyExpiryJob\b/, besides: [] },
  {
    title: "A new identity provider",
    example: /microsoft/i,
    besides: [
      // It has one setting more than others. The other file is about Microsoft's database.
      /^app\/gateways\/identity-providers\/identity-provider\.ts$/,
      /^app\/models\/store\/sequelize\/error-codes\.ts$/,
      // Lying providers.
      /^tests\/support\/(known-providers|openid-provider)\.ts$/,
    ],
  },
  {
    title: "A new language",
    example: /["'`/.]es["'`/]|\bes:|-es\b/,
    besides: [
      // Examples of two languages, for tests.
      /^tests\/support\//,
      // Apart, because the sign-in page does not load it. Another language has its formats in its line.
      /^app\/domain\/language-formats\.ts$/,
    ],
  },
];

const guide = readFileSync(`${ROOT}CONTRIBUTING.md`, "utf8");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);

/** The files that a change of the product may touch. Its tests, what tells of it, and what a founder adds, are not counted. */
const sources = files
  .filter((file) => /^(app|sandbox|scripts|migrations|tests\/support)\/|^[\w.-]+\.(ts|js|cjs)$/.test(file))
  .filter(
    (file) =>
      /\.(tsx?|m?js|cjs|json|svg)$/.test(file) && !/\.test\.tsx?$|^package|^app\/product\//.test(file),
  )
  .map((file) => ({ file, text: readFileSync(ROOT + file, "utf8") }));

describe.each(RECIPES)("the recipe $title", ({ title, example, besides }) => {
  const recipe = readRecipe(title);
  const named = listPaths(recipe);

  test("every file that the recipe names exists", () => {
    expect(named).not.toEqual([]);
    expect(named.filter((path) => !files.some((file) => toPattern(path).test(file)))).toEqual([]);
  });

  test("the recipe names every file that an example of its kind touches", () => {
    const touched = sources.filter(({ file, text }) => example.test(file) || example.test(text));
    const patterns = [...named.map(toPattern), ...besides];
    expect(touched.length).toBeGreaterThan(0);
    expect(
      touched.map(({ file }) => file).filter((file) => !patterns.some((pattern) => pattern.test(file))),
    ).toEqual([]);
  });

  test("the recipe says how many steps it takes, each of which is one file", () => {
    const steps = [...recipe.matchAll(/^(\d+)\. `([^`]+)`/gm)];
    expect(steps.map(([, number]) => Number(number))).toEqual(steps.map((_, index) => index + 1));
    expect(Number(/\b(\d+) (?:files?|line)\b/.exec(recipe)?.[1])).toBe(steps.length);
  });
});

test("a new field takes at most 7 files next to its texts", () => {
  expect(readRecipe("A new field").match(/^\d+\. `/gm)?.length).toBeLessThanOrEqual(7);
});

test("no recipe names the number of a migration, which would be taken by the time it is read", () => {
  expect(guide.match(/migrations\/\d{4}-[\w-]+/g)).toBeNull();
});

/** The text of a section of CONTRIBUTING.md. */
function readRecipe(title: string): string {
  const [, text = ""] = guide.split(`\n## ${title}\n`);
  return text.split("\n## ")[0] ?? "";
}

/** The files and folders that a text names in backticks. */
function listPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = ""]) => path);
  return quoted.filter(
    (path) => /^[\w.<>/-]+(\/|\.(tsx?|m?js|cjs|json|svg))$/.test(path) && !path.startsWith("/"),
  );
}

/** A folder stands for all that is below it. */
function toPattern(path: string): RegExp {
  const parts = path.split(/<\w+>/).map((part) => part.replaceAll(/[.\\+*?^$()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\w.-]+")}${path.endsWith("/") ? "" : "$"}`);
}
