/** A stranger who requests links does not invalidate the ones that the owner is about to open, on every store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { MAILED_LINKS_ALIVE } from "~/domain/limits";
import { tokenEntity, type TokenKind } from "~/models/token.server";
import type { App } from "~/services/platform/app.server";
import { sendLink } from "~/services/identity/mailed-links.server";
import { consumeToken, findToken, issueToken } from "~/services/identity/tokens.server";
import { DECOY_RECIPIENT } from "~/services/platform/mail/delivery.server";
import { makeTestUser } from "../support/users";
import { makeApp, createAnonymousContext } from "../support/services";
import { describeStores } from "../support/stores";

const SENT = 5;

await describeStores("mailed links", (fresh) => {
  let app: App;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-links-"));
  beforeAll(() => {
    app = makeApp({ store: fresh().store, folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function issueSeveral(kind: TokenKind): Promise<string[]> {
    const { userId } = await makeTestUser(app.store, {
      permission: "owner",
      isVerified: true,
      subscription: null,
    });
    const tokens: string[] = [];
    for (let index = 0; index < SENT; index += 1) {
      tokens.push(await issueToken(app.store, app.secrets, { kind, userId, email: "a@example.com" }));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return tokens;
  }
  const areAlive = (kind: TokenKind, tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await findToken(app.store, kind, token)) !== null));
  const listLive = (count: number) => Array.from({ length: SENT }, (_, index) => index >= SENT - count);

  test.each(["magic", "reset", "verify"] as const)("%s: the last three links work", async (kind) => {
    const tokens = await issueSeveral(kind);
    expect(await areAlive(kind, tokens)).toEqual(listLive(MAILED_LINKS_ALIVE));
  });

  test.each(["magic", "reset", "verify"] as const)("%s: once one link is used, none works", async (kind) => {
    const tokens = await issueSeveral(kind);
    expect(await consumeToken(app.store, kind, tokens[SENT - 2] ?? "")).not.toBeNull();
    expect(await areAlive(kind, tokens)).toEqual(listLive(0));
  });

  test.each(["otp", "impersonate"] as const)("%s: only the newest link works", async (kind) => {
    const tokens = await issueSeveral(kind);
    expect(await areAlive(kind, tokens)).toEqual(listLive(1));
  });

  test.each(["magic", "reset"] as const)(
    "%s: a known and an unknown email cause the same statements and rows, however many links are requested",
    async (kind) => {
      const { userId } = await makeTestUser(app.store, {
        permission: "owner",
        isVerified: true,
        subscription: null,
      });
      const emails = [`${userId}@example.com`, `${kind}-nobody@example.com`];
      const countStatements = async (email: string) => {
        const before = app.database.statements;
        await sendLink(kind, email, createAnonymousContext(app));
        const statements = app.database.statements - before;
        return { statements, tokens: await app.store.count(tokenEntity, { email, kind, usedAt: null }) };
      };
      for (let index = 0; index < SENT; index += 1) {
        const [known, unknown] = [
          await countStatements(emails[0] ?? ""),
          await countStatements(emails[1] ?? ""),
        ];
        expect(unknown).toEqual(known);
      }
      expect(await app.store.count(mailEntity, { recipient: emails[0] ?? "" })).toBe(SENT);
      expect(await app.store.count(mailEntity, { recipient: emails[1] ?? "" })).toBe(0);
      expect(await app.store.count(mailEntity, { recipient: DECOY_RECIPIENT, template: kind })).toBe(SENT);
    },
  );
});
