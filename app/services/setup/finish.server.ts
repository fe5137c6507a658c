/** The step Finish: what is set, what is left, who becomes the first master; and closing setup for good. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { finishForm } from "~/domain/forms/setup-finish";
import type { Message } from "~/domain/messages";
import { SETUP_STEPS, type FinishPart } from "~/domain/setup";
import type { Translator } from "~/i18n/translator.server";
import { FIRST_MASTER_OWNER } from "~/models/token.server";
import { toCheckText, type CheckText } from "../checks/check.server";
import { runChecks } from "../checks/run-checks.server";
import { issueToken } from "../identity/tokens.server";
import { isEmailTaken } from "../users/users.server";
import type { App } from "../platform/app.server";
import { defineOperation } from "../platform/operation.server";
import { describeInUse } from "./in-use.server";
import { requireRevision } from "./save-step.server";

export const finishSetup = defineOperation({
  name: "finishSetup",
  method: "POST",
  path: "/api/setup/finish",
  summary:
    "Close setup for good. The person who signs up with first_master_email within a week and verifies it becomes an operator, once.",
  access: { permission: "none" },
  needsOwnSession: false,
  isSetup: true,
  input: finishForm,
  output: z.object({ finished: z.literal(true) }),
  async run({ revision, first_master_email: email = "" }, { app }) {
    requireRevision(app, revision);
    if (email !== "") await nameFirstMaster(app, email);
    app.settings.setOpen(false);
    return { data: { finished: true }, message: "setup:finish.done" };
  },
});

/** It replaces one who was named before. Throws invalid for the email of a user, whom only the command promotes. */
async function nameFirstMaster({ store, secrets }: App, email: string): Promise<void> {
  if (await isEmailTaken(store, email))
    throw new AppError("invalid", "setup:finish.email_taken", { inputError: "first_master_email" });
  const given = { kind: "first_master", userId: FIRST_MASTER_OWNER, email } as const;
  // Not mailed, and not returned: verifying the email is the proof. docs/decisions/0059
  await store.transaction((inside) => issueToken(inside, secrets, given));
}

/** The data of the last step. */
export interface FinishPage {
  parts: FinishPart[];
  /** The warnings and failures of the checks. */
  advice: CheckText[];
}

/** Runs all checks, so only the page of this step reads it. */
export async function readFinishPage(
  { config }: Pick<App, "config">,
  translator: Translator,
): Promise<FinishPage> {
  const results = await runChecks();
  return {
    parts: SETUP_STEPS.flatMap((step): FinishPart[] => {
      const inUse = describeInUse(config, step);
      if (inUse === null) return [];
      const isStandIn = isStandInText(inUse) || (step === "domain" && config.isLocal);
      return [{ step, inUse: translator.message(inUse), isStandIn }];
    }),
    advice: results.filter(({ level }) => level !== "ok").map((result) => toCheckText(result, translator)),
  };
}

/** The parts that work without any setting, on this machine or for tests, and not for customers. */
const STAND_INS: readonly Message[] = [
  "setup:in_use.payments_sandbox",
  "setup:in_use.mail_files",
  "setup:in_use.providers_sandbox",
];

function isStandInText(inUse: Message): boolean {
  return STAND_INS.includes(inUse);
}
