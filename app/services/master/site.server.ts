/** Mission control's switches of the site: the announcement, maintenance, and who may sign up. */
import * as z from "zod";
import type { AuditAction } from "~/domain/audit-actions";
import { AppError } from "~/domain/errors";
import { announcementForm, maintenanceForm, revisionForm, signUpModeForm } from "~/domain/forms/site";
import { createFormSchema } from "~/domain/forms/rules";
import { LOCALES, type Locale } from "~/domain/locales";
import { isAnnounced, pickAnnouncementText, MAINTENANCE_STATES, SIGN_UP_MODES } from "~/domain/site";
import {
  listSiteSwitches,
  setSiteSwitch,
  type SiteSwitch,
  type SiteSwitchRow,
} from "~/models/site-switch.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, type Context } from "../platform/operation.server";
import { toSiteState, toSwitchText } from "../platform/site/site.server";

/** `changed` is null for a switch that was never touched; its revision is 0. */
const touched = { revision: z.number().int(), changed: z.iso.datetime().nullable() };
const revisionShape = z.object({ revision: z.number().int() });

const textShapes = Object.fromEntries(LOCALES.map((locale) => [`text_${locale}`, z.string()])) as Record<
  `text_${Locale}`,
  z.ZodString
>;

const siteShape = z.object({
  announcement: z.object({
    /** Empty without an announcement. */
    ...textShapes,
    from: z.iso.datetime().nullable(),
    until: z.iso.datetime().nullable(),
    /** Whether users see it now. */
    is_shown: z.boolean(),
    ...touched,
  }),
  maintenance: z.object({ state: z.enum(MAINTENANCE_STATES), ...touched }),
  sign_ups: z.object({ mode: z.enum(SIGN_UP_MODES), ...touched }),
});
export type SiteResponse = z.infer<typeof siteShape>;

const forMasters = { permission: "master", state: "verified" } as const;

export const getSite = defineOperation({
  name: "getSite",
  method: "GET",
  path: "/api/master/site",
  summary: "Read what is switched: the announcement, maintenance, and who may sign up.",
  access: forMasters,
  input: createFormSchema({}),
  output: siteShape,
  run: async (_input, { app }) => ({ data: await readSite(app.store) }),
});

export const setAnnouncement = defineOperation({
  name: "setAnnouncement",
  method: "PUT",
  path: "/api/master/site/announcement",
  summary:
    "Announce something to everyone who is signed in, and on the sign-in page. Text in one language is enough: " +
    "readers of the others get it as well. from and until are " +
    "times in ISO 8601; without them it begins at once and does not end.",
  access: forMasters,
  needsOwnSession: true,
  input: announcementForm,
  output: revisionShape,
  async run({ from, until, revision, ...given }, context) {
    const texts = Object.fromEntries(LOCALES.map((locale) => [locale, given[`text_${locale}`]])) as Record<
      Locale,
      string
    >;
    const value = toSwitchText("announcement", { texts, from, until });
    const audit = {
      action: "announcement_changed",
      target: pickAnnouncementText(texts, context.locale),
    } as const;
    return changeSwitch(context, { id: "announcement", value, revision }, audit);
  },
});

export const removeAnnouncement = defineOperation({
  name: "removeAnnouncement",
  method: "DELETE",
  path: "/api/master/site/announcement",
  summary: "Remove the announcement.",
  access: forMasters,
  needsOwnSession: true,
  input: revisionForm,
  output: revisionShape,
  async run({ revision }, context) {
    const value = toSwitchText("announcement", null);
    return changeSwitch(context, { id: "announcement", value, revision }, { action: "announcement_removed" });
  },
});

export const setMaintenance = defineOperation({
  name: "setMaintenance",
  method: "PUT",
  path: "/api/master/site/maintenance",
  summary:
    "Close the product for maintenance, or open it again. While it is closed, every page and call answers 503 to " +
    "everyone but operators. Closing needs confirm.",
  access: forMasters,
  needsOwnSession: true,
  input: maintenanceForm,
  output: revisionShape,
  async run({ state, revision }, context) {
    const isClosed = state === "closed";
    const value = toSwitchText("maintenance", isClosed);
    const action = isClosed ? "maintenance_started" : "maintenance_ended";
    return changeSwitch(context, { id: "maintenance", value, revision }, { action });
  },
});

export const setSignUps = defineOperation({
  name: "setSignUps",
  method: "PUT",
  path: "/api/master/site/signups",
  summary: "Choose who may sign up: open for all, invited for those with an invitation, or closed for all.",
  access: forMasters,
  needsOwnSession: true,
  input: signUpModeForm,
  output: revisionShape,
  async run({ mode, revision }, context) {
    const value = toSwitchText("sign_ups", mode);
    const audit = { action: "sign_ups_changed", target: mode } as const;
    return changeSwitch(context, { id: "sign_ups", value, revision }, audit);
  },
});

/** Reads the stored switches, which another process may have changed a moment ago. */
export async function readSite(store: Store): Promise<SiteResponse> {
  const rows = await listSiteSwitches(store);
  const { announcement, isInMaintenance, signUps } = toSiteState(rows);
  const texts = LOCALES.map((locale) => [`text_${locale}`, announcement?.texts[locale] ?? ""]);
  return {
    announcement: {
      ...(Object.fromEntries(texts) as Record<`text_${Locale}`, string>),
      from: announcement?.from ?? null,
      until: announcement?.until ?? null,
      is_shown: announcement !== null && isAnnounced(announcement, new Date()),
      ...toTouched(rows, "announcement"),
    },
    maintenance: { state: isInMaintenance ? "closed" : "open", ...toTouched(rows, "maintenance") },
    sign_ups: { mode: signUps, ...toTouched(rows, "sign_ups") },
  };
}

function toTouched(rows: readonly SiteSwitchRow[], name: SiteSwitch) {
  const row = rows.find(({ id }) => id === name);
  return { revision: row?.revision ?? 0, changed: row?.changedAt.toISOString() ?? null };
}

/** Sets a switch and records who did, in one transaction. Throws conflict when it was changed since `revision`. */
async function changeSwitch(
  context: Context,
  wanted: Pick<SiteSwitchRow, "id" | "value" | "revision">,
  audit: { action: AuditAction; target?: string },
) {
  const { store, site } = context.app;
  try {
    await store.transaction(async (inside) => {
      if (!(await setSiteSwitch(inside, wanted))) throw createConflict();
      await recordAudit(inside, context, audit);
    });
  } catch (error) {
    if (error instanceof DuplicateError) throw createConflict();
    throw error;
  }
  await site.refresh();
  return { data: { revision: wanted.revision + 1 }, message: "master:site.saved" } as const;
}

function createConflict(): AppError {
  return new AppError("conflict", "master:site.conflict");
}
