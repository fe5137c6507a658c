/** The page of setup: who may see it, and what its forms answer. */
import { redirect } from "@remix-run/node";
import type { $ZodType } from "zod/v4/core";
import { AppError } from "~/domain/errors";
import type { KeyedMessage } from "~/domain/messages";
import { paths } from "~/domain/paths";
import { getWorstLevel, type SetupOutcome } from "~/domain/setup";
import { runOperation, type Operation, type Reply } from "~/services/platform/operation.server";
import { serializeSetupCookie } from "./cookies.server";
import type { PageContext } from "./loader.server";
import { translateFindings, type Fields } from "./reply.server";

/** Why a visitor may not set the product up; `message` is null for one who has not tried. */
interface SetupRefusal {
  status: number;
  message: KeyedMessage | null;
}

/**
 * Null when the visitor may set the product up. Throws the redirect to the page of unknown URLs while setup is closed, and
 * for the printed link the redirect to setup, with the cookie that lets the browser in.
 */
export async function findSetupRefusal(context: PageContext): Promise<SetupRefusal | null> {
  const { app, url, isLocalCaller } = context;
  const token = url.searchParams.get("token");
  try {
    if (token === null) {
      await app.setup.require(context);
      return null;
    }
    const value = await app.setup.enter(token, context);
    const cookie = serializeSetupCookie(app.config, value, isLocalCaller);
    throw redirect(paths.setup, { headers: { "Set-Cookie": cookie } });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.status >= 500) throw thrown;
    if (thrown.code === "not_found") throw redirect(paths.notFound);
    return { status: thrown.status, message: token === null ? null : thrown.messageKey };
  }
}

/**
 * The form of a step: a step that was saved leads to the next one, and any other answer shows the page again with its
 * findings, which the API answers with 400. A conflict is such an answer, so that the page keeps what was typed, and the
 * next attempt is made from the newer state.
 */
export function toStepAction(
  operation: StepOperation,
  toNextStep: (context: PageContext) => string,
  { switches = [] }: { switches?: readonly string[] } = {},
) {
  // A form sends nothing for a switch that is off, and for the API what is missing is the default.
  const off = Object.fromEntries(switches.map((name) => [name, ""]));
  return {
    operation,
    keepsValues: true,
    run: (input: Fields, context: PageContext) => runStep(operation, { ...off, ...input }, context),
    redirectTo: ({ saved }: SetupOutcome, context: PageContext) => (saved ? toNextStep(context) : null),
  };
}

type StepOperation = Operation<$ZodType, SetupOutcome>;

async function runStep(
  operation: StepOperation,
  input: Fields,
  context: PageContext,
): Promise<Reply<SetupOutcome>> {
  try {
    return await runOperation(operation, input, context);
  } catch (thrown) {
    const refused = thrown instanceof AppError ? findOutcome(thrown, context) : null;
    if (!refused) throw thrown;
    const { revision } = context.app.settings.read();
    return { data: { saved: false, ...refused, revision } };
  }
}

/** Finds the outcome of a test that kept the settings from being saved, or of a conflict; null for any other error. */
function findOutcome(
  { code, messageKey, detail }: AppError,
  { translator: { message } }: PageContext,
): Pick<SetupOutcome, "level" | "findings"> | null {
  if (code === "conflict")
    return { level: "failure", findings: [{ level: "warning", message: message(messageKey) }] };
  const findings = detail.findings && translateFindings(detail.findings, message);
  return findings ? { level: getWorstLevel(findings.map(({ level }) => level)), findings } : null;
}
