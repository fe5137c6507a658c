/** Signs webhooks as Standard Webhooks describes (standardwebhooks.com), so that its libraries can verify them. */
import { createHmac, randomBytes } from "node:crypto";

const WEBHOOK_SECRET_BYTES = 32;

const PREFIX = "whsec_";

export function createWebhookSecret(): string {
  return PREFIX + randomBytes(WEBHOOK_SECRET_BYTES).toString("base64");
}

interface SignedMessage {
  id: string;
  at: Date;
  body: string;
  /** During a rotation, both: a receiver accepts the message when one signature is right. */
  secrets: readonly string[];
}

/** The headers that identify and sign the message. */
export function signWebhook({ id, at, body, secrets }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
