/** Users with two-factor authentication, and the codes that their app would show. */
import { generateSync } from "otplib";
import { OTP_STEP_SECONDS, seconds } from "~/domain/limits";
import { PASSWORD, createApiClient, createUserOnFreePlan, type ApiAnswer, type Call } from "./clients";
import type { Product } from "./product";

export interface WithTwoFactor {
  email: string;
  token: string;
  call: Call;
  secret: string;
  backupCodes: string[];
}

/** The code that an app shows this many time steps from now. */
export function generateCode(secret: string, { steps = 0, now = Date.now() } = {}): string {
  return generateSync({ secret, epoch: Math.floor(now / 1000) + steps * OTP_STEP_SECONDS });
}

/** Creates a user with a plan and two-factor authentication. Turning it on has used the code of the previous step. */
export async function withTwoFactor(product: Product, email: string): Promise<WithTwoFactor> {
  const { token, call } = await createUserOnFreePlan(product, email);
  const started = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
  const secret = String(started.data.secret);
  await waitUntilMidStep();
  const answer = await call("POST", "/api/user/2fa/verify", { code: generateCode(secret, { steps: -1 }) });
  if (answer.status !== 200) throw new Error(`verifying answered ${answer.status}: ${answer.message}`);
  return { email, token, call, secret, backupCodes: answer.data.backup_codes as string[] };
}

/** Signs in with the password, and returns the challenge that the code must be sent with. */
export async function requestChallenge(product: Product, email: string): Promise<string> {
  const { data } = await createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD });
  if (data["2fa_required"] !== true) throw new Error("no code was requested");
  return String(data.token);
}

export function sendCode(product: Product, jwt: unknown, code: unknown): Promise<ApiAnswer> {
  return createApiClient(product)("POST", "/api/auth/otp", { jwt, code });
}

/** Waits until a time step has enough time left, so that a test's codes do not expire while it runs. */
export async function waitUntilMidStep(roomMs = 4000): Promise<void> {
  const stepMs = seconds(OTP_STEP_SECONDS);
  const left = stepMs - (Date.now() % stepMs);
  if (left < roomMs) await new Promise((resolve) => setTimeout(resolve, left + 50));
}
