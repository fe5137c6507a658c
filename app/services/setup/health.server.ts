/** Mission control's page Health: the checks of `npm run doctor`, and the settings in use. */
import * as z from "zod";
import { COMPARED_AREAS } from "~/domain/comparisons";
import { createFormSchema } from "~/domain/forms/rules";
import { translator, type Translator } from "~/i18n/translator.server";
import { CHECK_LEVELS, toCheckText } from "../checks/check.server";
import { runChecks } from "../checks/run-checks.server";
import { readComparisons } from "../master/comparisons.server";
import type { App } from "../platform/app.server";
import { defineOperation } from "../platform/operation.server";
import { readSettingsInUse, settingShape, testShape } from "./step-view.server";

const healthShape = z.object({
  /** Whether no check has failed. */
  ok: z.boolean(),
  /** In the reader's language. */
  checks: z.array(
    z.object({
      name: z.string(),
      level: z.enum(CHECK_LEVELS),
      finding: z.string(),
      advice: z.string().optional(),
    }),
  ),
  settings: z.array(settingShape.extend({ test: testShape })),
  /** The last comparisons with the payment provider; null for one that was never made. */
  comparisons: z.array(
    z.object({
      area: z.enum(COMPARED_AREAS),
      compared_at: z.iso.datetime().nullable(),
      accounts: z.number().int(),
      repaired: z.number().int(),
      not_repaired: z.number().int(),
      differences: z.array(
        z.object({
          account: z.object({ id: z.string(), name: z.string() }),
          what: z.string(),
          /** Why it is not repaired; null when it is. */
          failure: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type Health = z.infer<typeof healthShape>;

export const getHealth = defineOperation({
  name: "getHealth",
  method: "GET",
  path: "/api/master/health",
  summary:
    "Check the installation as npm run doctor does, list its settings: where each comes from, and when it was last " +
    "tested, and the last comparisons with the payment provider. A secret is never shown: only whether it is set, and the last four characters of a key.",
  access: { permission: "master", state: "verified" },
  input: createFormSchema({}),
  output: healthShape,
  run: async (_input, { app, locale }) => ({
    data: await readHealth(app, translator(locale)),
  }),
});

/** It asks every service that the product uses, which takes seconds when one does not answer. */
export async function readHealth(
  app: Pick<App, "config" | "settings" | "store">,
  texts: Pick<Translator, "t" | "message" | "locale">,
): Promise<Health> {
  const results = await runChecks();
  return {
    ok: results.every(({ level }) => level !== "failure"),
    checks: results.map((result) => toCheckText(result, texts)),
    settings: readSettingsInUse(app),
    comparisons: await readComparisons(app.store, texts.locale),
  };
}
