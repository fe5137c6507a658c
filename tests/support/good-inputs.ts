/** Good values for every field of every operation, so that a test can put a bad one into a single place. */
import * as z from "zod";
import type { Operation } from "~/services/platform/operation.server";
import { UNASKED } from "./passkeys";

export interface InputVariant {
  operation: Operation;
  /** The fields that can be sent in a JSON body. */
  fields: readonly string[];
  /** The good values of the fields. */
  good: Record<string, unknown>;
}

/** The input of an operation as it may be sent: with good values, in the first of its shapes. */
export function getGoodInput(operation: Operation): Record<string, unknown> {
  const [way] = listInputVariants(operation);
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, ABSENT]);
  return { ...way?.good, ...(Object.fromEntries(inPath) as Record<string, string>) };
}

/** The shapes that an operation's input may have; most operations have one. */
export function listInputVariants(operation: Operation): InputVariant[] {
  const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" });
  const ways = (schema.anyOf ?? [schema]) as { properties?: Record<string, unknown> }[];
  return ways.map(({ properties = {} }) => {
    const fields = Object.keys(properties).filter((field) => !operation.path.includes(`:${field}`));
    const good = fields.flatMap((field) => {
      const key = [`${operation.name}.${field}`, field].find((name) => name in GOOD);
      return key === undefined ? [] : [[field, GOOD[key]] as const];
    });
    return { operation, fields, good: Object.fromEntries(good) };
  });
}

/** No row has this id. */
export const ABSENT = "00000000-0000-7000-8000-000000000000";
const SECRET = "correct horse!";
/** A good value for each field, in any operation; `operation.field` wins. An avatar cannot be sent as JSON. */
const GOOD: Record<string, unknown> = {
  name: "ada",
  email: "ada@example.com",
  ...{ password: SECRET, confirm_password: SECRET, oldpassword: SECRET, newpassword: SECRET },
  ...{ token: "x", jwt: "x", invite_id: "x", code: "123456", payment_intent: "", setup_intent: "" },
  ...{ account_name: "Acme", account: ABSENT, default_account: ABSENT, user: ABSENT },
  ...{ plan: "pro", permission: "user", provider: "facebook", locale: "en", support_hours: 24 },
  ...{ dark_mode: true, onboarded: true, support_enabled: true, has_password: true, "2fa_enabled": true },
  ...{ dismissed: true, new_signin: true, plan_updated: true, card_updated: true, invite_accepted: true },
  notifications: [{ name: "new_signin", active: true }],
  ...{ company: "Ada Ltd", line1: "1 Main St", line2: "", city: "London", postal_code: "N1 9GU" },
  country: "GB",
  ...{ tax_id_type: "gb_vat", tax_id: "GB123456789", billing_email: "bills@example.com" },
  ...{ job: "cleanup", event: "evt_1", amount: 1, invoice: "in_1", request: ABSENT, confirm: "on" },
  ...{ scope: ["events:write"], expires_at: null, allowed_ips: [], active: true },
  ...{ ids: [ABSENT], overlap_hours: 1, action: "role" },
  ...{ url: "https://example.com/hook", description: "Sync", events: ["user.joined"], delivery: ABSENT },
  // No settings have this revision, so nothing of setup is tried or saved, and the switches of the site stay as they are.
  ...{ revision: 1_000_000, only_test: true },
  ...{ domain: "app.example.com", support_email: "help@example.com", trust_proxy_hops: 1 },
  ...{ client: "postgres", port: 5432, filename: "product.db" },
  ...{ rating: "neutral", comment: "So-so", id: ABSENT, answer: "Thank you." },
  ...{ text_en: "Hello", text_es: "Hola", from: "", until: "", state: "open", "setSignUps.mode": "open" },
  "extendTrial.until": "2099-01-01",
  ...{ days: 30 },
  ...{
    mail_provider: "files",
    mode: "sandbox",
    test_publishable_key: "pk_test_x",
    test_secret_key: "sk_test_x",
    webhook_secret: "whsec_x",
  },
  ...{
    live_publishable_key: "pk_live_x",
    live_secret_key: "sk_live_x",
    create_prices: false,
    free_plan: true,
  },
  ...{
    api_key: "x",
    host: "api.mailgun.net",
    sender: "Acme <hello@example.com>",
    test_email: "ada@example.com",
  },
  ...{ smtp_host: "mail.example.com", smtp_port: 587, smtp_user: "ada", smtp_password: "x" },
  ...{
    facebook_client_id: "1",
    facebook_client_secret: "s",
    twitter_client_id: "1",
    twitter_client_secret: "s",
  },
  // Well-formed, and refused because no challenge was given for them.
  ...{ passkey: UNASKED.assertion, response: UNASKED.assertion, second_factor: true },
  "addPasskey.response": UNASKED.registration,
  ...{ linkedin_client_id: "1", linkedin_client_secret: "s", first_master_email: "ada@example.com" },
  ...{
    confirmation: "ada",
    message: "hello",
    template: "support_message",
    reason: "because",
    metadata: { page: "/" },
  },
};
