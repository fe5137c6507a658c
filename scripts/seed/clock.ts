/** The payment sandbox's clock during the seed: set back once, and moved forward from then on, so that bills are real. */
import { minutes } from "../../app/domain/limits";
import type { App } from "../../app/services/platform/app.server";
import type { SandboxControl } from "../../app/gateways/payments/sandbox-control";

export interface DemoClock {
  /** When the seed began, in real time. */
  now: Date;
  /** Moves the sandbox to a time in the past, or back to its present. What is due on the way happens at its time. */
  moveTo(at: Date): Promise<void>;
}

/** Sets the sandbox back to `since`. Its present may be ahead of the real time, where a tester has moved it. */
export async function rewindClock(app: App, { now, since }: { now: Date; since: Date }): Promise<DemoClock> {
  const sandbox = getSandbox(app);
  const present = (await sandbox.readState()).now;
  const toSandboxTime = (at: Date) => present + Math.round((at.getTime() - now.getTime()) / 1000);
  await sandbox.rewind({ to: toSandboxTime(since) });
  return { now, moveTo: (at) => moveForward(sandbox, toSandboxTime(at)) };
}

/** Moves the sandbox's clock to the real time if an earlier run has left it in the past. */
export async function returnClock(app: App): Promise<void> {
  const sandbox = getSandbox(app);
  const { now } = await sandbox.readState();
  const real = Math.floor(Date.now() / 1000);
  if (real - now > minutes(1) / 1000) await moveForward(sandbox, real);
}

async function moveForward(sandbox: SandboxControl, to: number): Promise<void> {
  const { now } = await sandbox.readState();
  if (to > now) await sandbox.advance({ to });
}

function getSandbox({ paymentSandbox }: App): SandboxControl {
  if (!paymentSandbox) throw new Error("the demo needs the payment sandbox");
  return paymentSandbox;
}
