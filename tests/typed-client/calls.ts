/**
 * A client's program. tests/http/typed-client.test.ts makes `schema.d.ts` from the OpenAPI document of the running product,
 * compiles this file with it, and runs it: a call, a field or a type that the document does not have is an error.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Member = components["schemas"]["Member"];
type ApiKey = components["schemas"]["ApiKey"];

export interface Callers {
  baseUrl: string;
  /** Sees every call and its answer. */
  fetch: (request: Request) => Promise<Response>;
  /** The token of an owner's session. */
  token: string;
}

/** Makes the main calls of the API. Returns what a caller would work with. */
export async function makeCalls({ baseUrl, fetch, token }: Callers) {
  const connect = (credential: string) =>
    createClient<paths>({ baseUrl, fetch, headers: { Authorization: `Bearer ${credential}` } });
  const owner = connect(token);

  const user = take(await owner.GET("/api/user"));
  await owner.PATCH("/api/user", { body: { name: "Ada Byron" } });
  const state = take(await owner.GET("/api/auth"));
  await owner.GET("/api/user/permissions");
  await owner.GET("/api/session");
  await owner.GET("/api/notification");
  await owner.PATCH("/api/notification", {
    body: { notifications: [{ name: "new_signin", active: false }] },
  });

  const scope = ["users:read", "usage:read", "events:write", "invites:write"] as const;
  const settings = { name: "Typed client", scope: [...scope] };
  const idempotent = { header: { "Idempotency-Key": crypto.randomUUID() } };
  const issued = take(await owner.POST("/api/key", { params: idempotent, body: settings }));
  const key: ApiKey = take(await owner.GET("/api/key/{id}", { params: { path: { id: issued.id } } }));
  await owner.PATCH("/api/key/{id}", { params: { path: { id: key.id } }, body: { name: "Renamed" } });
  await owner.GET("/api/key");
  await owner.GET("/api/key/scopes");
  await owner.GET("/api/key/{id}/usage", { params: { path: { id: key.id } } });

  const program = connect(issued.full_key);
  const sent = take(
    await program.POST("/api/invite", { body: { email: "grace@example.com", permission: "user" } }),
  );
  await program.POST("/api/event", { body: { name: "report_opened", metadata: { report: "sales" } } });
  const list = take(
    await program.GET("/api/account/users", { params: { query: { sort: "name", direction: "desc" } } }),
  );
  const members: Member[] = list.users;
  const usage = take(await program.GET("/api/account/usage"));
  const refused = await program.GET("/api/account/activity");

  await owner.GET("/api/account/activity");
  await owner.GET("/api/account/plans");
  await owner.GET("/api/webhook");
  const subscription = take(await owner.GET("/api/account/subscription"));
  await owner.GET("/api/account/invoice");
  await owner.GET("/api/account/card");
  await owner.POST("/api/feedback", { body: { rating: "positive", comment: "Typed" } });
  const unknown = await owner.GET("/api/key/{id}", { params: { path: { id: crypto.randomUUID() } } });

  return {
    user: user.email,
    permission: state.permission,
    key: key.name,
    members: members.map(({ email }) => email),
    invited: sent,
    total: usage.total,
    plan: subscription,
    refused: [refused.response.status, getMessage(refused.error)],
    unknown: [unknown.response.status, getMessage(unknown.error)],
  };
}

/** The data of an answer that succeeded. */
function take<Data>({ data, error }: { data?: { data: Data }; error?: unknown }): Data {
  if (data === undefined) throw new Error(`a call failed: ${JSON.stringify(error)}`);
  return data.data;
}

/** The message of a failure, which 429 sends as plain text. */
function getMessage(error: components["schemas"]["Failure"] | string | undefined): string | undefined {
  return typeof error === "object" ? error.message : error;
}
