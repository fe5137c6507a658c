/** Signing in with a magic link, over the API and on its pages. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identityEntity } from "~/models/identity.server";
import { twoFactorEntity } from "~/models/two-factor.server";
import { tokenEntity } from "~/models/token.server";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { minutes } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import {
  createBrowser,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
  signUp,
  createVerifiedUser,
} from "../support/clients";
import {
  createOtherNetworkHeaders,
  endsIn,
  requestMagicToken,
  openMagic,
  resetTokenFor,
  getMailedToken,
} from "../support/links";
import { type Product, startProduct } from "../support/product";
import { openProductStore } from "../support/product-store";

const INVALID = "Magic Link Is Invalid. Please go back and try again.";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

const ask = (email: unknown, headers?: Record<string, string>) =>
  createApiClient(product)(
    "POST",
    "/api/auth/magic",
    { email },
    { ...createOtherNetworkHeaders(), ...headers },
  );
/** Another user, with the same email and another password. */
const signUpAgain = (email: string) =>
  createApiClient(product)("POST", "/api/account", {
    name: "Another",
    email,
    password: "a password of mine!",
    confirm_password: "a password of mine!",
  });
const findUser = (email: string) => store.findOne(userEntity, { emailClaim: email });

describe("requesting a link", () => {
  test("a known and an unknown email get the same answer, and only the known one gets a mail", async () => {
    await createVerifiedUser(product, "known@example.com");
    const known = await ask("known@example.com");
    const unknown = await ask("unknown@example.com");
    expect(known.status).toBe(200);
    expect(unknown.status).toBe(200);
    expect(known.body).toEqual(unknown.body);
    await getMailedToken(product, "magic", "known@example.com");
    expect(await store.count(mailEntity, { recipient: "unknown@example.com" })).toBe(0);
    const [token] = await store.find(tokenEntity, { email: "unknown@example.com" });
    expect(await store.findOne(userEntity, { id: token?.userId ?? "" })).toBeNull();
  });

  test("the fourth mail to one email within fifteen minutes answers 429 in plain text", async () => {
    const from = { ...createOtherNetworkHeaders(), "Accept-Language": "es" };
    const asked = [1, 2, 3, 4].map(() => ask("flooded@example.com", from));
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.body).toMatch(/^Demasiados intentos\. Inténtalo de nuevo en \d+ \w+\.$/);
    expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("the twenty-first mail from one IP within an hour answers 429", async () => {
    const network = createOtherNetworkHeaders();
    const asked = Array.from({ length: 22 }, (_, index) => ask(`many${index}@example.com`, network));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  test("all spellings of an email are one mailbox, and no mail goes anywhere else", async () => {
    await createVerifiedUser(product, "victim@example.com");
    const same = ["victim@example.com", "VICTIM@Example.COM", " victim@example.com\t", "victim＠example.com"];
    const wide = [
      "ｖｉｃｔｉｍ@example.com",
      "victim@ｅｘａｍｐｌｅ.com",
      "Victim＠EXAMPLE．com",
      "\u00a0victim@example.com",
    ];
    const answers: number[] = [];
    const network = createOtherNetworkHeaders();
    for (const email of [...same, ...wide]) answers.push((await ask(email, network)).status);
    // All spellings share one limit, and the fourth request exceeds it.
    expect(answers).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    const other = [
      "victim@example.com@evil.example",
      "victim@evil.example",
      "victim＠evil.example@example.com",
      "victim@example.com,mallory@evil.example",
      "victim@example.com\r\nBcc: mallory@evil.example",
      "<victim@example.com>",
      '"victim"@example.com',
      "victím@example.com",
      "victim@example.com\u0000",
      "vic tim@example.com",
      "victim@example.com.",
      "victim+x@example.com",
    ];
    for (const email of other) expect([200, 400]).toContain((await ask(email)).status);
    const mails = await store.find(mailEntity, { template: "magic" });
    const near = mails.filter(({ recipient }) => /vic|evil|mallory/.test(recipient));
    expect(new Set(near.map(({ recipient }) => recipient))).toEqual(new Set(["victim@example.com"]));
  });

  test("an invalid email answers 400", async () => {
    for (const email of ["", "nobody", ["known@example.com"], { $ne: null }, null, 1]) {
      expect((await ask(email)).status).toBe(400);
    }
  });
});

describe("the link's token", () => {
  test("the link's token signs in without a password, once", async () => {
    await createUserOnFreePlan(product, "once@example.com");
    const token = await requestMagicToken(product, "once@example.com");
    expect(token).toMatch(/^mag_/);
    const { data } = await openMagic(createApiClient(product), token);
    expect(data).toMatchObject({ email: "once@example.com", verified: true, "2fa_required": false });
    const call = createApiClient(product, String(data.token));
    expect((await call("GET", "/api/user")).status).toBe(200);
    const again = await openMagic(createApiClient(product), token);
    expect(again.status).toBe(400);
    expect(again.message).toBe(INVALID);
  });

  test("the link's token works until it expires", async () => {
    await createVerifiedUser(product, "late@example.com");
    const row = await store.findOne(tokenEntity, { email: "late@example.com", kind: "magic" });
    expect(row).toBeNull();
    const token = await requestMagicToken(product, "late@example.com");
    const [issued] = await store.find(tokenEntity, { email: "late@example.com", kind: "magic" });
    expect((issued?.expiresAt.getTime() ?? 0) - (issued?.createdAt.getTime() ?? 0)).toBe(minutes(15));
    await endsIn(store, token, -1);
    expect((await openMagic(createApiClient(product), token)).message).toBe(INVALID);
    await endsIn(store, token, minutes(1));
    expect((await openMagic(createApiClient(product), token)).status).toBe(200);
  });

  test("a newer link leaves the earlier one valid, and using one invalidates both", async () => {
    await createVerifiedUser(product, "newer@example.com");
    const first = await requestMagicToken(product, "newer@example.com");
    const second = await requestMagicToken(product, "newer@example.com");
    expect((await openMagic(createApiClient(product), first)).status).toBe(200);
    expect((await openMagic(createApiClient(product), second)).status).toBe(400);
  });

  test("a token of another kind answers 400", async () => {
    await signUp(product, "kinds@example.com");
    const verify = await getMailedToken(product, "verify", "kinds@example.com");
    const reset = await resetTokenFor(product, "kinds@example.com");
    for (const token of [verify, reset, "mag_", `mag_${"a".repeat(43)}`, "x".repeat(8000), ""]) {
      const answer = await openMagic(createApiClient(product), token);
      expect(answer.status).toBe(400);
    }
  });

  test("the link's token answers with a challenge in place of a session where two-factor is on", async () => {
    await createVerifiedUser(product, "factor@example.com");
    const person = await findUser("factor@example.com");
    await store.insert(twoFactorEntity, {
      id: person?.id ?? "",
      secret: "sealed",
      pendingSecret: null,
      lastStep: 0,
      enabledAt: new Date(),
    });
    const { data } = await openMagic(
      createApiClient(product),
      await requestMagicToken(product, "factor@example.com"),
    );
    expect(Object.keys(data).sort()).toEqual(["2fa_required", "token"]);
    expect(data["2fa_required"]).toBe(true);
    expect((await createApiClient(product, String(data.token))("GET", "/api/user")).status).toBe(401);
  });

  test("the link's token is never logged", async () => {
    await createVerifiedUser(product, "log@example.com");
    const token = await requestMagicToken(product, "log@example.com");
    await fetch(`${product.url}/magic?token=${token}`);
    await openMagic(createApiClient(product), token);
    const output = await product.wholeOutput();
    expect(output).toContain("/api/auth/magic/verify");
    expect(output).not.toContain(token);
  });
});

describe("a link to an unverified email", () => {
  test("a link verifies the email, and removes the password, networks and sessions of the user who signed up with it", async () => {
    const squatter = await signUp(product, "squatted@example.com", "Mallory");
    const [pending] = await store.find(userEntity, { email: "squatted@example.com" });
    const userId = pending?.id ?? "";
    await store.insert(identityEntity, {
      id: userId,
      provider: "facebook",
      issuer: null,
      subject: "mallory",
      userId,
      createdAt: new Date(),
      lastUsedAt: null,
    });
    const token = await requestMagicToken(product, "squatted@example.com");
    const { data } = await openMagic(createApiClient(product), token);
    expect(data).toMatchObject({ verified: true, has_password: false });
    expect((await squatter.call("GET", "/api/user")).status).toBe(401);
    const byPassword = await createApiClient(product)("POST", "/api/auth", {
      email: "squatted@example.com",
      password: PASSWORD,
    });
    expect(byPassword.status).toBe(401);
    expect(await store.count(identityEntity, { userId })).toBe(0);
    expect(await findUser("squatted@example.com")).toMatchObject({ id: userId, passwordHash: null });
  });

  test("a link to an unverified email leaves one of several unverified users with the same email", async () => {
    await signUp(product, "several@example.com");
    await signUpAgain("several@example.com");
    expect(await store.count(userEntity, { email: "several@example.com" })).toBe(2);
    await openMagic(createApiClient(product), await requestMagicToken(product, "several@example.com"));
    const people = await store.find(userEntity, { email: "several@example.com" });
    expect(people).toHaveLength(1);
  });

  test("a link fails when another user has verified the email in the meantime", async () => {
    const first = await signUp(product, "raced@example.com");
    const reauthentication = await getMailedToken(product, "verify", "raced@example.com");
    await signUpAgain("raced@example.com");
    const token = await requestMagicToken(product, "raced@example.com");
    expect((await first.call("POST", "/api/user/verify", { token: reauthentication })).status).toBe(200);
    expect((await openMagic(createApiClient(product), token)).message).toBe(INVALID);
  });
});

describe("the pages", () => {
  test("opening the link does not consume it, and without JavaScript a button posts it", async () => {
    await createUserOnFreePlan(product, "page@example.com");
    const token = await requestMagicToken(product, "page@example.com");
    const visitor = createBrowser(product);
    for (let times = 0; times < 3; times += 1) {
      const page = await visitor.get(`/magic?token=${token}`);
      expect(page.status).toBe(200);
      expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(page.headers.get("Cache-Control")).toBe("no-store");
    }
    expect(visitor.cookies.has("session")).toBe(false);
    expect((await visitor.post("/magic", { token })).location).toBe("/welcome");
    expect((await visitor.get("/account/profile")).status).toBe(200);
  });

  test("a post from another site signs no one in and leaves the link valid", async () => {
    await createVerifiedUser(product, "cross@example.com");
    const token = await requestMagicToken(product, "cross@example.com");
    const visitor = createBrowser(product);
    const refused = await visitor.post(
      "/magic",
      { token },
      { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
    );
    expect(refused.status).toBe(403);
    expect((await openMagic(createApiClient(product), token)).status).toBe(200);
  });

  test("a missing or used link shows an error and a way to request another", async () => {
    const visitor = createBrowser(product);
    expect((await visitor.get("/magic")).html).toContain(INVALID);
    const { status, html } = await visitor.post("/magic", { token: "mag_used" });
    expect(status).toBe(400);
    expect(html).toContain(INVALID);
    expect(html).toContain('href="/signin/magic"');
  });

  test("the request form answers the same for known and unknown emails", async () => {
    await createVerifiedUser(product, "form@example.com");
    const visitor = createBrowser(product);
    for (const email of ["form@example.com", "stranger@example.com"]) {
      expect((await visitor.post("/signin/magic", { email })).location).toBe("/signin/magic?sent=1");
    }
    expect((await visitor.get("/signin/magic?sent=1")).html).toContain("If an account exists");
    await getMailedToken(product, "magic", "form@example.com");
  });
});
