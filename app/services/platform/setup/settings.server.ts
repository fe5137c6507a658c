/** Saves settings and lets the running product use them at once. */
import {
  decryptSettings,
  mergeSettings,
  readSavedFile,
  requireWritableFolder,
  SettingsConflictError,
  writeSavedFile,
  type SavedFile,
} from "~/config/saved.server";
import { ConfigError, readConfigWith, type Config } from "~/config/config.server";
import { AppError } from "~/domain/errors";
import type { SetupLevel, SetupStep } from "~/domain/setup";
import type { Log } from "~/log.server";

/** A product that has been started with new settings and serves no request yet. */
export interface PreparedSwitch {
  /**
   * Lets new requests wait until `commit` or `discard`, and resolves with true when all others but `own` have ended. False when
   * they take too long.
   */
  hold(own: number): Promise<boolean>;
  /** Every request from now on gets the new one. The previous one ends when its requests have ended. */
  commit(): void;
  discard(): Promise<void>;
}

/** Starts the product with other settings next to the running one. Throws when it does not start. */
export type PrepareSwitch = (config: Config) => Promise<PreparedSwitch>;

interface SettingsChange {
  /** The revision that the form was made from. */
  revision: number;
  /** By the names of their variables; null removes a saved one. */
  settings: Readonly<Record<string, string | null>>;
  step: SetupStep;
  /** The result of the step's test; null when nothing was tested, and then an earlier result no longer counts. */
  level: SetupLevel | null;
  /**
   * Throws when the previous settings must stay. It runs while no other request does, so that what it has seen still counts
   * when the next request comes.
   */
  guard?: () => Promise<void>;
}

export interface Settings {
  /** Reads the saved file, with encrypted secrets. Throws SavedSettingsError. */
  read(): SavedFile;
  /**
   * Starts the product with the changed settings, saves them, and switches to it. Nothing has changed after a throw:
   * conflict when the file has another revision, invalid when the product does not start with them, unavailable when they
   * cannot be written.
   */
  change(change: SettingsChange): Promise<void>;
  /** Keeps the result of a test that saved nothing, when it can be written. Forms stay valid: the revision stays. */
  keepTest(test: { step: SetupStep; level: SetupLevel }): void;
  /** Closes setup for good, or opens it again. */
  setOpen(isOpen: boolean): void;
}

interface SettingsParts {
  config: Config;
  log: Log;
  /** Null for a command: what it saves counts from the next start. */
  prepareSwitch: PrepareSwitch | null;
}

export function createSettings({ config, log, prepareSwitch }: SettingsParts): Settings {
  const { dataDir } = config;
  const read = () => readSavedFile(dataDir);
  const save = (next: Partial<SavedFile>, revision = read().revision) =>
    write(() => writeSavedFile(dataDir, { ...read(), ...next }, revision));
  return {
    read,
    async change({ revision, settings, step, level, guard }) {
      const saved = read();
      if (saved.revision !== revision) throw createConflict();
      // Before the product is started, which writes into the same folder and could not say why it fails.
      write(() => requireWritableFolder(dataDir));
      const merged = mergeSettings(saved.settings, settings, config);
      const { [step]: _earlier, ...others } = saved.tests;
      const tests = level === null ? others : { ...others, [step]: { at: new Date().toISOString(), level } };
      const candidate = readCandidate(decryptSettings(dataDir, merged, config));
      const prepared = await prepareSwitch?.(candidate).catch((cause: unknown) => {
        log.error({ step, reason: describe(cause) }, "the product does not start with the new settings");
        throw new AppError("invalid", "setup:errors.not_started", { cause });
      });
      try {
        if (guard && prepared && !(await prepared.hold(OWN_REQUESTS)))
          throw new AppError("unavailable", "errors:busy", { retryAfterSeconds: 1 });
        await guard?.();
        save({ settings: merged, tests, revision: revision + 1 }, revision);
      } catch (error) {
        await prepared?.discard();
        throw error;
      }
      log.info({ step, settings: Object.keys(settings), revision: revision + 1 }, "settings were saved");
      prepared?.commit();
    },
    keepTest({ step, level }) {
      try {
        save({ tests: { ...read().tests, [step]: { at: new Date().toISOString(), level } } });
      } catch (error) {
        log.warn({ err: error, step }, "the result of a test could not be kept");
      }
    },
    setOpen(isOpen) {
      const now = new Date().toISOString();
      save(isOpen ? { reopenedAt: now } : { reopenedAt: null, finishedAt: now });
      log.warn(isOpen ? "setup is open again" : "setup is finished and closed");
    },
  };
}

/** The request that saves. */
const OWN_REQUESTS = 1;

/** Without the fields of a driver's error, some of which repeat what it was given. */
function describe(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The environment wins over the candidate, as it will when the settings are saved. */
function readCandidate(saved: Record<string, string>): Config {
  try {
    return readConfigWith(saved);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new AppError("invalid", "setup:errors.not_started", { cause });
  }
}

function write<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof SettingsConflictError) throw createConflict();
    throw new AppError("unavailable", "setup:errors.not_saved", { cause });
  }
}

function createConflict(): AppError {
  return new AppError("conflict", "setup:errors.conflict");
}
