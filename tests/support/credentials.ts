/** Users of a running product who have just signed in and not reauthenticated since, for each kind of caller. */
import { sessionEntity } from "~/models/session.server";
import { userEntity } from "~/models/user.server";
import type { Permission, Role } from "~/domain/roles";
import type { OpenStore } from "~/models/store/database";
import type { Store } from "~/models/store/store";
import { createBrowserWithSession, PASSWORD, createApiClient, type Browser, type Call } from "./clients";
import { makeTestUser, makeSession, type TestUser } from "./users";
import type { Product } from "./product";
import { openProductStore } from "./product-store";
import { hashQuickly } from "./quick-passwords";

export interface SignedIn extends TestUser {
  email: string;
  visitor: Browser;
  /** A browser's bearer token, alone and with its cookie; and an API client's own token. */
  alone: Call;
  withCookie: Call;
  script: Call;
}

interface SignInState {
  isPasswordless?: true;
  /** The user has signed in by a mailed link. */
  isByLink?: true;
  /** The role of a master's membership. */
  role?: Role;
}

export interface Credentials {
  store: OpenStore;
  signedIn(permission?: Permission, state?: SignInState): Promise<SignedIn>;
  /** Signs a user in once more, with their password or a code. */
  enter(person: TestUser): Promise<SignedIn>;
  close(): Promise<void>;
}

export async function openCredentials(product: Product): Promise<Credentials> {
  const store = await openProductStore(product);
  const passwordHash = await hashQuickly(PASSWORD);
  return {
    store,
    async signedIn(permission = "owner", state = {}) {
      const { role } = state;
      const settled = { isVerified: true, subscription: "active" } as const;
      const person = await makeTestUser(store, { permission, ...(role && { role }), ...settled });
      if (!state.isPasswordless) await store.update(userEntity, { id: person.userId }, { passwordHash });
      const entered = await enterAs(product, store, person);
      if (state.isByLink)
        await store.update(sessionEntity, { userId: person.userId }, { credentialAt: null });
      return entered;
    },
    enter: (person) => enterAs(product, store, person),
    close: () => store.close(),
  };
}

async function enterAs(product: Product, store: Store, person: TestUser): Promise<SignedIn> {
  const cookie = await makeSession(store, { ...person, kind: "browser" });
  await store.update(sessionEntity, { userId: person.userId }, { reauthenticatedAt: null });
  const visitor = createBrowserWithSession(product, cookie);
  const { data } = JSON.parse((await visitor.get("/api/auth")).html) as { data: { token: string } };
  const user = await store.findOne(userEntity, { id: person.userId });
  const alone = createApiClient(product, data.token);
  const callWithCookie: Call = (method, path, body) =>
    alone(method, path, body, {
      Cookie: `session=${visitor.cookies.get("session") ?? ""}`,
      "Sec-Fetch-Site": "same-origin",
    });
  const script = createApiClient(product, person.token);
  return { ...person, email: user?.email ?? "", visitor, alone, withCookie: callWithCookie, script };
}
