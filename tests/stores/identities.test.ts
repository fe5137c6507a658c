/** Who is who at identity providers, on every store: subjects as they are, and each issuer's own. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createIdentity, findIdentity, type Identity } from "~/models/identity.server";
import { DuplicateError } from "~/models/store/store";
import { runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";

await describeStores("identities", (fresh) => {
  const openId: Identity = { provider: "acme", issuer: "https://acme.example.com", subject: "Ada" };
  const oauth: Identity = { provider: "facebook", issuer: null, subject: "Ada" };
  const connect = async (identity: Identity) => {
    const userId = randomUUID();
    await createIdentity(fresh().store, { ...identity, userId });
    return userId;
  };
  const find = async (identity: Identity) => (await findIdentity(fresh().store, identity))?.userId;

  test.each([
    ["OpenID Connect", openId],
    ["OAuth", oauth],
  ])("subjects by %s that differ in case alone are two people", async (_what, identity) => {
    const [upper, lower] = [await connect(identity), await connect({ ...identity, subject: "ada" })];
    expect(await find(identity)).toBe(upper);
    expect(await find({ ...identity, subject: "ada" })).toBe(lower);
    expect(await find({ ...identity, subject: "ADA" })).toBeUndefined();
  });

  test("a subject belongs to its issuer, whatever the settings call it", async () => {
    const here = { ...openId, subject: "of-an-issuer" };
    const userId = await connect(here);
    expect(await find({ ...here, provider: "renamed" })).toBe(userId);
    expect(await find({ ...here, issuer: "https://acme.example.com/" })).toBeUndefined();
    expect(await find({ ...here, issuer: "https://evil.example.com" })).toBeUndefined();
    expect(await find({ ...here, issuer: null })).toBeUndefined();
    const elsewhere = await connect({ ...here, issuer: "https://evil.example.com" });
    expect(elsewhere).not.toBe(userId);
    expect(await find(here)).toBe(userId);
  });

  test("twenty requests at once connect an identity to one user", async () => {
    const identity = { ...openId, subject: "of-twenty" };
    const { store } = fresh();
    const results = await runConcurrently(20, () => connect(identity).catch((error: unknown) => error));
    const failures = results.answers.filter((answer) => answer instanceof Error);
    expect(failures).toHaveLength(19);
    expect(failures.every((failure) => failure instanceof DuplicateError)).toBe(true);
    expect(await findIdentity(store, identity)).not.toBeNull();
  });
});
