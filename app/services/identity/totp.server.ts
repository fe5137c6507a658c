/**
 * Codes of an authenticator app (RFC 6238): the shared secret, its transfer to the app, and the time step of a code.
 * The libraries are loaded when they are first needed, because most server processes never need them.
 */
import { AppError } from "~/domain/errors";
import { OTP_DIGITS, OTP_STEP_SECONDS } from "~/domain/limits";
import { PRODUCT_NAME } from "~/domain/product";

/** The error for a code that is wrong or was used before. */
export function createWrongCodeError(userId: string): AppError {
  return new AppError("invalid", "errors:wrong_code", {
    inputError: "code",
    failedAttempt: { event: "wrong_code", userId },
  });
}

/** Creates a secret of 160 bits, in base32. */
export async function createTotpSecret(): Promise<string> {
  const { generateSecret } = await import("otplib");
  return generateSecret();
}

/** The data that an authenticator app needs. */
export interface TotpEnrollment {
  /** Base32. */
  secret: string;
  /** The secret, the product and the user's email, as a URL that apps open. */
  otpauth: string;
  /** That URL as a QR code: a picture in a `data:` URL. */
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
 * Finds the time step of a code, or null. The steps before and after the current one are valid too, for clocks that
 * differ and users who type slowly. `code` must consist of digits: the library throws otherwise.
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
