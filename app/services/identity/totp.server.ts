/**
 * Codes of an authenticator app: the secret shared with it, how it gets there, and which time step a code is of.
 * RFC 6238. The libraries are loaded when first needed: most starts of the product never do.
 */
import { AppError } from "~/domain/errors";
import { OTP_DIGITS, OTP_STEP_SECONDS } from "~/domain/limits";
import { PRODUCT_NAME } from "~/domain/product";

/** The refusal of a code that is not this person's, or was theirs once. */
export function createWrongCodeError(userId: string): AppError {
  return new AppError("invalid", "errors:wrong_code", {
    inputError: "code",
    failedAttempt: { event: "wrong_code", userId },
  });
}

/** A new secret of 160 bits, in base32. */
export async function createTotpSecret(): Promise<string> {
  const { generateSecret } = await import("otplib");
  return generateSecret();
}

/** What an app needs to know. */
export interface TotpEnrollment {
  /** Base32. */
  secret: string;
  /** The secret and whose it is, as an address that apps open. */
  otpauth: string;
  /** That address as a QR code: a picture in a `data:` address. */
  qrCode: string;
}

export async function createEnrollment(secret: string, email: string): Promise<TotpEnrollment> {
  const [{ generateURI }, { default: qr }] = await Promise.all([import("otplib"), import("qrcode")]);
  const otpauth = generateURI({ issuer: PRODUCT_NAME, label: email, secret });
  return {
    secret,
    otpauth,
    qrCode: await qr.toDataURL(otpauth, { errorCorrectionLevel: "M", margin: 2, scale: 8 }),
  };
}

/**
 * The time step whose code this is, or null. The step before and the one after count too, for clocks that differ and
 * people who type slowly. `code` must be digits: the library throws for anything else.
 */
export async function findMatchingStep(
  secret: string,
  code: string,
  now = new Date(),
): Promise<number | null> {
  const { verifySync } = await import("otplib");
  const result = verifySync({
    strategy: "totp",
    secret,
    token: code,
    digits: OTP_DIGITS,
    period: OTP_STEP_SECONDS,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: OTP_STEP_SECONDS,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}
