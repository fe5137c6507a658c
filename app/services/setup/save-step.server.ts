/** Tests what a step's form holds, and saves it when the test allows that. */
import * as z from "zod";
import { listSettingSources, readGivenSettings } from "~/config/config.server";
import { AppError, type ErrorFinding } from "~/domain/errors";
import {
  getWorstLevel,
  SETUP_LEVELS,
  type SetupLevel,
  type SetupOutcome,
  type SetupStep,
} from "~/domain/setup";
import { translator } from "~/i18n/translator.server";
import type { Context, Reply } from "../platform/operation.server";

/** The answer of a step's POST. Settings that were not saved although that was asked for are an error. */
export const outcomeShape = z.object({
  saved: z.boolean(),
  level: z.enum(SETUP_LEVELS),
  findings: z.array(
    z.object({
      level: z.enum(SETUP_LEVELS),
      message: z.string(),
      /** The field that was tested; missing when it is no single one. */
      field: z.string().optional(),
    }),
  ),
  revision: z.number().int(),
});

/** A finding of a test. A field that the environment fixes is left out of the answer. */
export type StepFinding = ErrorFinding;

/** The fields that every step's form has. */
interface StepInput {
  revision?: number;
  only_test: boolean;
  confirm: boolean;
}

export interface StepChange {
  step: SetupStep;
  /** By the names of their variables; null removes a saved one, so that the default counts again. */
  settings: Readonly<Record<string, string | null>>;
  /** The form's field for each setting, for the message about one that the environment fixes. */
  fields: Readonly<Record<string, string>>;
  /** Throws when the present settings must stay. It runs before the test, and again before the switch. */
  guard?(): Promise<void>;
  /** Tries the settings. It saves nothing, and reaches only the servers that the form names. */
  test(): Promise<readonly StepFinding[]>;
  /** The form gives nothing to test with: the findings say so, and no test is recorded. */
  isUntested?: boolean;
}

/**
 * Tests the settings. Saves them and switches the running product to them when no test has failed, and each warning was
 * confirmed. Throws invalid with the findings when a test has failed, or when nothing is saved for another reason: a
 * client must not take that for success. Throws conflict when another form has saved since this one was made, invalid
 * for a setting that the environment fixes, and unavailable when the file cannot be written.
 */
export async function saveStep(
  context: Context,
  { revision: given, only_test: isTest, confirm }: StepInput,
  { step, settings, fields, test, guard, isUntested = false }: StepChange,
): Promise<Reply<SetupOutcome>> {
  const { app, locale } = context;
  requireRevision(app, given);
  const changes = dropFixed(settings, fields);
  if (!isTest) await guard?.();
  const found = dropFixedFields(await test(), fields);
  const level = getWorstLevel(found.map((finding) => finding.level));
  const isSaving = !isTest && (level === "ok" || (level === "warning" && confirm));
  if (!isSaving && !isUntested) app.settings.keepTest({ step, level });
  if (!isSaving && (level === "failure" || !isTest)) throw createTestError(found, level);
  const { message } = translator(locale);
  const findings = found.map((finding) => ({ ...finding, message: message(finding.message) }));
  const revision = given ?? app.settings.read().revision;
  if (!isSaving) return { data: { saved: false, level, findings, revision } };
  await app.settings.change({ revision, settings: changes, step, level: isUntested ? null : level, guard });
  return { data: { saved: true, level, findings, revision: revision + 1 }, message: "setup:saved" };
}

/** Throws conflict unless the revision is that of what is saved now. A client that sends none has not read it. */
export function requireRevision({ settings }: Context["app"], revision: number | undefined): void {
  if (revision !== undefined && settings.read().revision !== revision)
    throw new AppError("conflict", "setup:errors.conflict");
}

/** The message is that of the first finding that kept the settings from being saved, and belongs to its field. */
function createTestError(findings: readonly StepFinding[], level: SetupLevel): AppError {
  const { message, field } = findings.find((finding) => finding.level === level) ?? {};
  return new AppError("invalid", message ?? "errors:invalid_request", {
    findings,
    inputError: field,
  });
}

/** A field that the environment fixes is not in the form. */
function dropFixedFields(found: readonly StepFinding[], fields: StepChange["fields"]): StepFinding[] {
  const sources = listSettingSources();
  const isFixed = (field: string) =>
    Object.entries(fields).some(([name, one]) => one === field && sources.get(name) === "environment");
  return found.map(({ level, message, field }) => ({
    level,
    message,
    field: field !== undefined && isFixed(field) ? undefined : field,
  }));
}

/** The environment wins over what is saved: a setting that it fixes may be sent unchanged, and is not saved. */
function dropFixed(
  settings: StepChange["settings"],
  fields: StepChange["fields"],
): Record<string, string | null> {
  const [sources, given] = [listSettingSources(), readGivenSettings()];
  const isFree = ([name, value]: [string, string | null]) => {
    if (sources.get(name) !== "environment") return true;
    if (value === null || value === given[name]) return false;
    const inputError = fields[name];
    throw new AppError("invalid", "setup:errors.fixed", inputError === undefined ? {} : { inputError });
  };
  return Object.fromEntries(Object.entries(settings).filter(isFree));
}
