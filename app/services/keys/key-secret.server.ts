/** The secret of an API key: how it is made, recognized and shown. */
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { StripeKeys } from "~/config/keys.server";
import { isLiveKey } from "~/config/keys.server";
import { KEY_PREFIXES, type KeyMode } from "~/domain/api-keys";
import type { NewSecret } from "~/models/api-key.server";
import { hashToken } from "~/crypto/secrets.server";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Base62 digits of 256 bits, and of the 32 bits of the checksum. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** Characters of the secret that a hint shows at its beginning, and of the checksum at its end. */
const HINT_LENGTH = 4;
const SHAPE = new RegExp(
  `^(?:${Object.values(KEY_PREFIXES).join("|")})[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

/** Test keys are made while no real money moves: with the payment sandbox, or in the provider's test mode. */
export function getKeyMode({ stripe }: { stripe: Pick<StripeKeys, "secretKey"> | null }): KeyMode {
  return stripe !== null && isLiveKey(stripe.secretKey) ? "live" : "test";
}

/** A new key: the whole text, which is shown once, and what is stored of it. */
export function createKeySecret(mode: KeyMode): { fullKey: string; secret: NewSecret } {
  const random = encode(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH);
  const prefix = KEY_PREFIXES[mode];
  const fullKey = prefix + random + getChecksum(prefix + random);
  const hint = `${fullKey.slice(0, prefix.length + HINT_LENGTH)}…${fullKey.slice(-HINT_LENGTH)}`;
  return { fullKey, secret: { tokenHash: hashToken(fullKey), hint } };
}

/**
 * Whether the text has the shape and the checksum of a key. Typing errors, cut texts and guesses fail here, before the
 * database is asked; a secret scanner can check the same without us.
 */
export function isKeyShaped(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return getChecksum(body) === text.slice(-CHECKSUM_LENGTH);
}

function getChecksum(text: string): string {
  return encode(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function encode(value: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  let digits = "";
  for (let rest = value; digits.length < length; rest /= base)
    digits = (DIGITS[Number(rest % base)] ?? "") + digits;
  return digits;
}
