/**
 * An operator's switches, as each process remembers them: requests read them without a query. Every process reads the
 * rows again at short intervals, and the one that changes them at once.
 */
import * as z from "zod";
import { LOCALES, type Locale } from "~/domain/locales";
import { DEFAULT_SITE, SIGN_UP_MODES, type SiteState } from "~/domain/site";
import type { Log } from "~/log.server";
import { listSiteSwitches, type SiteSwitch, type SiteSwitchRow } from "~/models/site-switch.server";
import type { Store } from "~/models/store/store";
import { seconds } from "~/domain/limits";
import { startWorker } from "../workers.server";

/** How often each process reads the switches, and so how late it may notice a change of another process. */
const SITE_READ_EVERY_MS = seconds(2);

export interface Site {
  /** The state that this process has read last. Sends no query. */
  read(): SiteState;
  /** Reads the state now. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

/** A product in which nothing is switched: for commands, and for tests. */
export const UNTOUCHED_SITE: Site = {
  read: () => DEFAULT_SITE,
  refresh: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** Reads the state before it returns, so that a process that starts during maintenance serves nothing before it knows. */
export async function startSite({ store, log }: { store: Store; log: Pick<Log, "warn"> }): Promise<Site> {
  let state = DEFAULT_SITE;
  const refresh = async () => {
    state = toSiteState(await listSiteSwitches(store));
  };
  await refresh();
  const worker = startWorker({
    run: refresh,
    every: SITE_READ_EVERY_MS,
    firstAfter: SITE_READ_EVERY_MS,
    report: (cause) => log.warn({ err: cause }, "the switches of the site could not be read again"),
  });
  return { read: () => state, refresh, stop: () => worker.stop() };
}

/** A language that the product did not have yet, when it was announced, has no text. */
const texts = Object.fromEntries(LOCALES.map((locale) => [locale, z.string().default("")])) as Record<
  Locale,
  z.ZodDefault<z.ZodString>
>;

const VALUES = {
  announcement: z
    .object({
      texts: z.object(texts),
      from: z.iso.datetime().nullable(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
  maintenance: z.boolean(),
  sign_ups: z.enum(SIGN_UP_MODES),
} satisfies Record<SiteSwitch, z.ZodType>;

type SwitchValue<Name extends SiteSwitch> = z.infer<(typeof VALUES)[Name]>;

/** The state that the rows mean. A value of another version that this one does not know counts as untouched. */
export function toSiteState(rows: readonly SiteSwitchRow[]): SiteState {
  const byName = new Map(rows.map((row) => [row.id, row.value]));
  return {
    announcement: parse("announcement", byName, DEFAULT_SITE.announcement),
    isInMaintenance: parse("maintenance", byName, DEFAULT_SITE.isInMaintenance),
    signUps: parse("sign_ups", byName, DEFAULT_SITE.signUps),
  };
}

/** The text that is stored for a value of this switch. */
export function toSwitchText<Name extends SiteSwitch>(_name: Name, value: SwitchValue<Name>): string {
  return JSON.stringify(value);
}

function parse<Name extends SiteSwitch>(
  name: Name,
  stored: ReadonlyMap<SiteSwitch, string>,
  untouched: SwitchValue<Name>,
): SwitchValue<Name> {
  const text = stored.get(name);
  if (text === undefined) return untouched;
  const parsed = VALUES[name].safeParse(readJson(text));
  return parsed.success ? (parsed.data as SwitchValue<Name>) : untouched;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // No version of the product writes it: the schema rejects it.
  }
}
