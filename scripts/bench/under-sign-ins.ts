/** G9: how sign-ins, which each cost a password hash, slow down other users' calls. */
import { measureLoad, runLoad, type LoadRequest, type Measured } from "./load/load";
import { SIGN_IN, type SignedIn } from "./servers";
import type { MeasuredServer } from "./server-process";
import { SIGN_INS_AT_ONCE, type Settings } from "./settings";
import { calculateMedian, calculateMedians } from "./statistics";

export interface UnderSignIns {
  quiet: Measured;
  loaded: Measured;
  signInsPerSecond: number;
}

/** Measures GET /api/auth from one connection, alternately alone and during sign-ins. */
export async function measureUnderSignIns(
  server: MeasuredServer,
  { token }: SignedIn,
  { rounds, busySeconds: seconds }: Settings,
): Promise<UnderSignIns> {
  const call: LoadRequest = {
    method: "GET",
    path: "/api/auth",
    headers: { Authorization: `Bearer ${token}` },
  };
  const body = JSON.stringify(SIGN_IN);
  const signIn: LoadRequest = { method: "POST", path: "/api/auth", headers: {}, body };
  const calls = { server, requests: [call], connections: 1, seconds };
  // The sign-ins begin before the calls and end after them.
  const signIns = { server, requests: [signIn], connections: SIGN_INS_AT_ONCE, seconds: seconds + 1 };
  const quiet: Measured[] = [];
  const loaded: Measured[] = [];
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await measureLoad(calls));
    const signingIn = runLoad(signIns);
    await new Promise((resolve) => setTimeout(resolve, 500));
    loaded.push(await measureLoad(calls));
    const done = await signingIn;
    if (done.failures > 0) throw new Error(`${done.failures} of ${done.requests} sign-ins failed`);
    perSecond.push(done.perSecond);
  }
  return {
    quiet: calculateMedians(quiet),
    loaded: calculateMedians(loaded),
    signInsPerSecond: calculateMedian(perSecond),
  };
}
