/** An id of another account or user is answered like an id that does not exist, and a malformed id finds nothing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenStore } from "~/models/store/database";
import { createBrowserWithSession, createApiClient, type Browser } from "../support/clients";
import { makeTestUser, type TestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

const ABSENT_ID = "00000000-0000-7000-8000-000000000000";
const NOT_FOUND = 404;
const SETTLED = { permission: "owner", isVerified: true, subscription: "active" } as const;

let product: Product;
let store: OpenStore;
let master: TestUser;
let stranger: TestUser;
let visitor: Browser;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  // A master may open all of these pages.
  master = await makeTestUser(store, { ...SETTLED, permission: "master" });
  stranger = await makeTestUser(store, SETTLED);
  visitor = createBrowserWithSession(product, master.cookie);
});
afterAll(async () => {
  await store.close();
});

/** The ids that are sent in the body, not in the path. */
const CALLS: [path: string, field: string, of: (person: TestUser) => string][] = [
  ["/api/auth/switch", "account", ({ accountId }) => accountId],
  ["/api/account/owner", "user", ({ userId }) => userId],
];

describe.each(CALLS)("POST %s", (path, field, of) => {
  /** Each attempt is by another user, because of the rate limit. */
  const send = async (id: unknown) => {
    const { token } = await makeTestUser(store, SETTLED);
    return createApiClient(product, token)("POST", path, { [field]: id });
  };

  test("a foreign id is answered like an absent one", async () => {
    const foreign = await send(of(stranger));
    const absent = await send(ABSENT_ID);
    expect(foreign.status).toBe(NOT_FOUND);
    expect({ status: absent.status, body: absent.body }).toEqual({
      status: foreign.status,
      body: foreign.body,
    });
  });

  test.each(["-1", "9223372036854775808", "' OR 1=1 --", "%", "../x"])("%j answers 404", async (id) => {
    expect((await send(id)).status).toBe(NOT_FOUND);
  });

  test.each([[["a", "b"]], [{ not: null }], [7], [null], ["x".repeat(16_000)]])(
    "a value that is not an id answers 400: %j",
    async (id) => {
      expect((await send(id)).status).toBe(400);
    },
  );
});

const ODD_IDS = ["", "-1", "9223372036854775808", "a%00b", "%2e%2e%2f", "' OR '1'='1", "x".repeat(4000)];

describe.each(["/account/users/edit?id=", "/account/owner?user=", "/master/impersonate?user="])(
  "%s",
  (page) => {
    test("a foreign id and an absent one answer 404; mission control finds users of every account", async () => {
      const [foreign, absent] = [stranger.userId, ABSENT_ID].map((id) => visitor.get(page + id));
      const isAsked = page.startsWith("/master");
      // Mission control is for users of every account.
      expect((await foreign)?.status).toBe(isAsked ? 200 : NOT_FOUND);
      expect((await absent)?.status).toBe(NOT_FOUND);
    });

    test.each(ODD_IDS)("%j answers 404", async (id) => {
      for (const address of [page + id, `${page}${id}&${page.split("?")[1] ?? ""}${ABSENT_ID}`]) {
        expect((await visitor.get(address)).status).toBe(NOT_FOUND);
      }
    });

    test("an id in capital letters is another id", async () => {
      expect((await visitor.get(page + master.userId.toUpperCase())).status).toBe(NOT_FOUND);
    });
  },
);

describe.each(["/master/people/details?id=", "/master/accounts/details?id=", "/master/accounts/acts?id="])(
  "%s",
  (page) => {
    test.each([...ODD_IDS, ABSENT_ID])("%j answers 404", async (id) => {
      expect((await visitor.get(page + id)).status).toBe(NOT_FOUND);
    });
  },
);
