// Which operations a browser's bearer token may run without the cookie of its session: reads, and writes that leave nothing to a thief.
import { describe, expect, test } from "vitest";
import { AppError } from "~/domain/errors";
import { KEY_SCOPES } from "~/domain/key-scopes";
import type { SessionKind } from "~/models/session.server";
import {
  buildAccount,
  buildMembership,
  buildSession,
  buildSubscription,
  buildUser,
} from "../../tests/stores/rows";
import { OPERATIONS } from "./operations.server";
import { requireAccess, type Requester } from "./platform/access.server";
import type { Operation } from "./platform/operation.server";
import { toViewer, type Viewer } from "./platform/viewer.server";

/** They end the session, or tell something to the people who run the product. */
const EXEMPT = ["createEvent", "giveFeedback", "signOut"];

/** Reads that copy everything that the user or the account has. */
const EXPORTS = ["exportMembers", "exportUser"];

/** A visitor has no session: who they are follows from a password, a mailed token, or the token of setup. */
const FOR_VISITORS = [
  ...["createAccount", "createUser", "finishSetup", "getPasskeySignInOptions", "getSecondFactorOptions"],
  ...["requestInvite", "requestMagicLink", "requestPasswordReset"],
  ...["resetPassword", "saveSetupAuthentication", "saveSetupDatabase", "saveSetupDomain", "saveSetupMail"],
  ...[
    "saveSetupStripe",
    "signIn",
    "signInByMagicLink",
    "signInByPasskey",
    "signInWithCode",
    "updateNotificationByLink",
  ],
];

const writes = OPERATIONS.filter(({ method }) => method !== "GET");
const needy = OPERATIONS.filter(({ needsOwnSession }) => needsOwnSession);
const listNames = (operations: readonly Operation[]) => operations.map(({ name }) => name).sort();
const isForVisitors = ({ access }: Operation) => access.permission === "none";

test("every write needs the session's own cookie, but for signing out, feedback, tracked events, and visitors' calls", () => {
  const free = writes.filter(({ needsOwnSession }) => !needsOwnSession);
  expect(listNames(free.filter((some) => !isForVisitors(some)))).toEqual(EXEMPT);
  expect(listNames(free.filter(isForVisitors))).toEqual(FOR_VISITORS);
});

test("of the reads, only the exports need the session's own cookie", () => {
  expect(listNames(needy.filter(({ method }) => method === "GET"))).toEqual(EXPORTS);
});

const TOKEN_HASH = "the hash of the session's own token";

function makeViewer({ access }: Operation, kind: SessionKind): Viewer {
  return toViewer({
    plan: null,
    session: buildSession({ kind, tokenHash: TOKEN_HASH }),
    user: buildUser({ verifiedAt: new Date(), isMaster: access.permission === "master" }),
    account: buildAccount(),
    membership: buildMembership({ role: "owner" }),
    accountCount: 1,
    subscription: buildSubscription({ planId: "free", status: "active" }),
  });
}

/** Only an account over its limit is looked up. */
const NO_STORE = { store: {} as Requester["app"]["store"] };

/** The message of the refusal; null when the operation would run. */
async function findRefusal(operation: Operation, requester: Omit<Requester, "app">): Promise<string | null> {
  try {
    await requireAccess(operation, { app: NO_STORE, ...requester });
    return null;
  } catch (error) {
    if (error instanceof AppError) return String(error.messageKey);
    throw error;
  }
}

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s",
  (_name, operation) => {
    const expected = operation.needsOwnSession ? "errors:own_browser" : null;

    test("a browser's session without its own cookie is refused if the operation needs it", async () => {
      const viewer = makeViewer(operation, "browser");
      for (const cookieHash of [null, "the hash of another cookie"])
        expect(await findRefusal(operation, { viewer, cookieHash })).toBe(expected);
    });

    test("a browser's session with its cookie, a script's session and an API key pass", async () => {
      const [browser, script] = [makeViewer(operation, "browser"), makeViewer(operation, "script")];
      expect(await findRefusal(operation, { viewer: browser, cookieHash: TOKEN_HASH })).toBeNull();
      expect(await findRefusal(operation, { viewer: script, cookieHash: null })).toBeNull();
      if (!operation.keyScope) return;
      const viewer = { ...script, session: undefined, key: { id: "a key", scopes: KEY_SCOPES } };
      expect(await findRefusal(operation, { viewer, cookieHash: null })).toBeNull();
    });
  },
);
