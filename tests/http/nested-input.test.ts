/**
 * Input of 3,000 levels comes back no deeper than flat input of the same length: in each field of each call, form and query,
 * and in each stored text. Remix 2 exhausts the stack with data that is nested so, and that is not fixed there.
 * docs/decisions/0066-the-frameworks-end.md
 */
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getRedirectPath } from "~/domain/guard";
import type { PagePolicy } from "~/domain/page-policies";
import { PAGES } from "~/domain/pages";
import type { PagePath } from "~/domain/paths";
import { OPERATIONS } from "~/services/operations.server";
import type { Operation } from "~/services/platform/operation.server";
import { getGoodInput } from "../support/good-inputs";
import { listInputPlaces, putAt } from "../support/naughty-values";
import { FLAT_TEXT, NESTED_TEXT, toNestedName } from "../support/nested-input";
import {
  fillAll,
  findDeepest,
  startNestedStage,
  toFormBody,
  toFormValue,
  type NestedStage,
} from "../support/nested-stage";
import { overwriteTexts } from "../support/nested-rows";
import { listPageForms, listQueryNames } from "../support/page-forms";
import { listPageRoutes, takesForm } from "../support/page-routes";
import { SETUP_TOKEN } from "../support/setup";

let stage: NestedStage;
beforeAll(async () => {
  stage = await startNestedStage();
});
afterAll(() => stage.stop());

/** The sandbox of payments accepts only callers on this machine. */
const toIpHeader = (ip: string, isLocal = false): Record<string, string> =>
  isLocal ? {} : { "X-Forwarded-For": ip };

const nestNames = (names: readonly string[]) => fillAll(names.map(toNestedName), "x");

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "the call %s answers nested input as flat input",
  async (_name, operation) => {
    const isMaster = operation.access.permission === "master";
    const call = stage.createSender(isMaster ? "master" : "owner", ({ token, ip }) => ({
      ...(operation.isSetup ? { "X-Setup-Token": SETUP_TOKEN } : { Authorization: `Bearer ${token}` }),
      ...toIpHeader(ip, operation.canCharge === true || operation.isSetup === true),
    }));
    const sendInput = (input: Record<string, unknown>) => call(...toCall(operation, input));
    const fields = listFields(operation).filter((name) => !isInPath(operation, name));
    const good = getGoodInput(operation);
    const named = takeInParts(fields, getNamesAtOnce(operation)).map((part) => ({
      ...good,
      ...nestNames(part),
    }));
    // A body that is nested itself reaches no operation: deep-input.test.ts.
    const deepest = await findDeepest([...listInputs(operation, NESTED_TEXT), ...named].map(sendInput));
    const allowed = await findDeepest([good, ...listInputs(operation, FLAT_TEXT)].map(sendInput));
    expect(deepest).toBeLessThanOrEqual(allowed);
  },
);

const listFields = (operation: Operation): string[] => [
  ...new Set(listInputPlaces(operation).map(({ at: [name] }) => String(name))),
];

const getNamesAtOnce = ({ method }: Operation) => (method === "GET" ? NAMES_IN_URL : NAMES_IN_FORM);

/** With the text in all fields; then in each place that accepts such a text, with good values elsewhere. */
function listInputs(operation: Operation, value: string): Record<string, unknown>[] {
  const good = getGoodInput(operation);
  const accepting = listInputPlaces(operation)
    .map(({ at }) => putAt(good, at, value))
    .filter((input) => z.safeParse(operation.input, input).success);
  const parts = takeInParts(listFields(operation), getNamesAtOnce(operation));
  return [...parts.map((part) => ({ ...good, ...fillAll(part, value) })), ...accepting];
}

const isInPath = ({ path }: Operation, name: string) => path.split("/").includes(`:${name}`);

function toCall(operation: Operation, input: Record<string, unknown>): [path: string, init: RequestInit] {
  const { method, path, listField } = operation;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => toFormValue(input[name]));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !isInPath(operation, name)));
  if (method === "GET") return [`${filled}?${toFormBody(rest)}`, {}];
  const body = JSON.stringify(listField === undefined ? rest : (rest[listField] ?? rest));
  return [filled, { method, headers: { "Content-Type": "application/json" }, body }];
}

const forms = await listPageForms();

describe.each(forms)("the form $intent on $path", ({ path, intent, operation }) => {
  test("answers nested input as flat input", async () => {
    const post = createPoster(path);
    const withIntent = (fields: object) => ({ ...fields, ...(intent !== undefined && { intent }) });
    const good = withIntent(getGoodInput(operation));
    const named = takeInParts(listFields(operation), NAMES_IN_FORM).map((part) => ({
      ...good,
      ...nestNames(part),
    }));
    const nested = [...listInputs(operation, NESTED_TEXT).map(withIntent), ...named];
    const deepest = await findDeepest(nested.map((each) => post(each)));
    const flat = listInputs(operation, FLAT_TEXT).map(withIntent);
    const refused = await findDeepest(flat.map((each) => post(each)));
    // Last, because it may succeed, and leave nothing to refuse.
    expect(deepest).toBeLessThanOrEqual(Math.max(refused, await post(good)));
    // The page renders what it got.
    for (const each of named.slice(0, 1)) await post(each, { isDocument: true });
  });
});

/** The names of what is read from forms that are no operation's, and of those that are one's by another function. */
const OTHER_NAMES = ["email", "locale", "dark_mode", "announcement", "return_to", "account", "user", "state"];
const routes = listPageRoutes();
const others = routes.filter((route) => takesForm(route) && !forms.some(({ path }) => path === route.path));

test.each(others.map(({ path }) => path))(
  "the form on %s answers nested input as flat input",
  async (path) => {
    const post = createPoster(path);
    const deepest = await findDeepest(
      [nestNames(OTHER_NAMES), fillAll(OTHER_NAMES, NESTED_TEXT)].map((each) => post(each)),
    );
    const flat = [{}, fillAll(OTHER_NAMES, FLAT_TEXT)];
    expect(deepest).toBeLessThanOrEqual(await findDeepest(flat.map((each) => post(each))));
  },
);

type Post = (fields: Record<string, unknown>, options?: { isDocument?: boolean }) => Promise<number>;

function createPoster(path: string): Post {
  const send = stage.createSender(path.startsWith("/master") ? "master" : "owner", ({ cookie, ip }) => ({
    Cookie: cookie,
    ...toIpHeader(ip, isLocalPage(path)),
  }));
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return (fields, { isDocument = false } = {}) =>
    send(isDocument ? fillPath(path) : toDataPath(path), {
      method: "POST",
      headers,
      body: toFormBody(fields),
    });
}

const isLocalPage = (path: string) =>
  path.startsWith("/dev/") || path === "/setup" || (PAGES as Record<string, PagePolicy>)[path]?.takesCard;

const fillPath = (path: string) => path.replace(":network", "facebook").replace(/:\w+|\*/g, "x");
const toDataPath = (path: string) => (path === "/" ? "/_root.data" : `${fillPath(path)}.data`);

/** So many nested names fit into the body of a form, and so many into a URL. */
const NAMES_IN_FORM = 8;
const NAMES_IN_URL = 2;

function takeInParts(names: readonly string[], size: number): string[][] {
  const count = Math.ceil(names.length / size);
  return Array.from({ length: count }, (_, part) => names.slice(part * size, (part + 1) * size));
}

describe.each([...new Map(routes.map((route) => [route.path, route])).values()])(
  "the page $path",
  (route) => {
    test("answers a nested query as a flat one", async () => {
      const { get, known } = await createVisitor(route.path);
      const parts = takeInParts(listQueryNames(route.file), NAMES_IN_URL);
      // Without the id of a row, some pages read nothing else.
      const fill = (value: string) => parts.map((part) => ({ ...known, ...fillAll(part, value) }));
      const deepest = await findDeepest([...fill(NESTED_TEXT), ...parts.map(nestNames)].map(get));
      expect(deepest).toBeLessThanOrEqual(await findDeepest([...fill(FLAT_TEXT), {}, known].map(get)));
    });
  },
);

/** A visitor where the page is open to everyone: some of these redirect a user who is signed in. */
async function createVisitor(path: string) {
  const isPublic = path in PAGES && getRedirectPath(null, path as PagePath) === null && path !== "/setup";
  const by = await stage.makeCaller(path.startsWith("/master") ? "master" : "owner");
  const headers = { ...(!isPublic && { Cookie: by.cookie }), ...toIpHeader(by.ip, isLocalPage(path)) };
  const send = stage.createSender("owner", () => headers);
  const get = (query: Record<string, unknown>) => send(`${toDataPath(path)}?${toFormBody(query)}`);
  const isOfUser = /people|impersonate|users|owner/.test(path);
  return { get, known: { id: isOfUser ? by.userId : by.accountId, user: by.userId } };
}

/** Last, because it overwrites what others need. */
test("stored texts that are nested come back as flat ones", async () => {
  const visits = await listVisits();
  const measure = async () => {
    const levels = new Map<string, number>();
    for (const [name, send] of visits) levels.set(name, await send());
    return levels;
  };
  expect(await overwriteTexts(stage.store, "x")).toBeGreaterThan(10);
  const flat = await measure();
  await overwriteTexts(stage.store, NESTED_TEXT);
  for (const [name, levels] of await measure())
    expect([name, levels]).toEqual([name, Math.min(levels, flat.get(name) ?? 0)]);
});

/** Every page and every reading call, by a user who has something of most, and by an operator. */
async function listVisits(): Promise<[name: string, send: () => Promise<number>][]> {
  const owner = await stage.makeCaller("owner");
  const master = await stage.makeCaller("master");
  const asOwner = stage.createSender("owner", () => ({ Authorization: `Bearer ${owner.token}` }));
  for (const name of ["createKey", "createWebhookEndpoint", "giveFeedback", "createEvent"]) {
    const operation = OPERATIONS.find((each) => each.name === name);
    if (!operation) throw new Error(`there is no operation ${name}`);
    await asOwner(...toCall(operation, getGoodInput(operation)));
  }
  const known = { id: owner.accountId, user: owner.userId };
  return [
    ...routes.map(({ path }): [string, () => Promise<number>] => {
      const { cookie } = path.startsWith("/master") ? master : owner;
      const send = stage.createSender("owner", () => ({ Cookie: cookie }));
      return [path, () => send(`${toDataPath(path)}?${toFormBody(known)}`)];
    }),
    ...OPERATIONS.filter(({ method }) => method === "GET").map(
      (operation): [string, () => Promise<number>] => {
        const { token } = operation.access.permission === "master" ? master : owner;
        const send = stage.createSender("owner", () => ({ Authorization: `Bearer ${token}` }));
        return [operation.name, () => send(...toCall(operation, getGoodInput(operation)))];
      },
    ),
  ];
}
