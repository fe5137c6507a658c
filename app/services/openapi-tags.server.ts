/** Groups the operations in the API's description. */
import type { Operation } from "./platform/operation.server";

/** The first group whose paths match has the operation; the last has the rest. */
const TAGS: readonly [name: string, description: string, paths: RegExp][] = [
  [
    "Users",
    "The members of an account, and invitations to join it.",
    /^\/api\/(account\/users|invite|user\/:id)/,
  ],
  ["Account", "The account itself, its owner and its log.", /^\/api\/account($|\/(activity|owner))/],
  ["Billing", "Plan, card, invoices and usage.", /^\/api\/account\//],
  ["API keys", "Keys for programs, which act within their scopes.", /^\/api\/key/],
  ["Webhooks", "Endpoints of the account, to which its events are sent.", /^\/api\/webhook/],
  [
    "Events and feedback",
    "What users do with the product, and what they think of it.",
    /^\/api\/(event|feedback)/,
  ],
  ["Sign-in", "Signing in and out, sessions, and the second factor.", /^\/api\/(auth|session)/],
  ["Profile", "The signed-in user's own details.", /^\/api\/(user|notification)/],
  ["Setup", "Configuring a new installation, with the token that its start prints.", /^\/api\/setup/],
  ["Mission control", "For the operators of the product.", /^\/api\/master/],
  ["Other", "Messages to support, and sample figures.", /^\/api\//],
];

export function listTags(): { name: string; description: string }[] {
  return TAGS.map(([name, description]) => ({ name, description }));
}

export function getTag({ path }: Pick<Operation, "path">): string {
  const [name] = TAGS.find(([, , paths]) => paths.test(path)) ?? [];
  if (name === undefined) throw new Error(`${path} belongs to no group of the API's description`);
  return name;
}
