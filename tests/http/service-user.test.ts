/** The operators' commands on a server: installed and built by root, run by the service's user, who writes the data folder alone. */
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import { createMigratedFile } from "../support/migrated-stores";
import { makeTestUser } from "../support/users";
import { findObstacle, installForService, type Installation } from "../support/service-user";

const obstacle = findObstacle();
const ROOT_USER = { uid: 0, gid: 0 };
const STALE = "This build is not of these sources: run npm run build";

const printed = (code: number, text: string) => ({
  code,
  output: expect.stringContaining(text) as string,
});

describe.skipIf(obstacle !== null)(`commands of the service's user${obstacle ? `, ${obstacle}` : ""}`, () => {
  let installed: Installation;
  let backup = "";
  let email = "";
  beforeAll(async () => {
    installed = installForService();
    backup = join(installed.dataDir, "backups", "before.backup");
    const file = join(installed.dataDir, "app.db");
    await createMigratedFile(file);
    const store = await openStore(`sqlite:${file}`);
    const state = { permission: "owner", isVerified: true, subscription: null } as const;
    email = `${(await makeTestUser(store, state)).userId}@example.com`;
    await store.close();
    const { uid, gid } = installed.user;
    execFileSync("chown", ["-R", `${uid}:${gid}`, installed.dataDir]);
  });
  afterAll(() => installed.remove());

  const runCommand = (name: string, ...given: string[]) =>
    installed.run([process.execPath, `scripts/${name}.mjs`, ...given]);
  const listOwners = () => {
    const paths = readdirSync(installed.dataDir, { recursive: true, encoding: "utf8" });
    return [...new Set(paths.map((path) => statSync(join(installed.dataDir, path)).uid))];
  };

  test("groundwork promotes, backs up and reconciles as the unit says: its user, settings and folder", () => {
    expect(installed.runWrapper("promote", email)).toEqual(printed(0, "is an operator now"));
    const file = relative(installed.root, backup);
    expect(installed.runWrapper("backup", file)).toEqual(printed(0, `${backup} holds`));
    expect(statSync(backup)).toMatchObject({ uid: installed.user.uid, gid: installed.user.gid });
    expect(installed.runWrapper("reconcile")).toEqual(printed(0, "Every account agrees"));
  });

  test("a restore brings the backup into an empty folder of the user's", () => {
    const environment = { DATA_DIR: installed.otherDir };
    const restored = installed.run([process.execPath, "scripts/restore.mjs", backup], { environment });
    expect(restored).toEqual(printed(0, "Restored"));
  });

  test("groundwork refuses what is no command, and a file in a /tmp that ends with the command", () => {
    expect(installed.runWrapper("rm")).toEqual(printed(2, "Usage: groundwork"));
    expect(installed.runWrapper("backup", "/tmp/lost.backup")).toEqual(printed(2, "a /tmp of its own"));
  });

  test("doctor by npm finds nothing that fails, and leaves nothing of npm in the data folder", () => {
    const { code, output } = installed.run(["npm", "run", "--silent", "doctor"]);
    expect([code, output]).toEqual([0, expect.not.stringContaining("✗")]);
    expect(output).toContain("✓ Backup");
    expect(readdirSync(installed.dataDir).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("doctor fails for what another user has left in the data folder, and says how to mend it", () => {
    const left = join(installed.dataDir, "config.json");
    writeFileSync(left, "{}", { mode: 0o644 });
    const { code, output } = installed.runWrapper("doctor");
    rmSync(left);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`✗ Files: These files belong to another user`),
    ]);
    expect(output).toContain(left);
    expect(output).toContain(`chown -R --reference=${installed.dataDir} ${installed.dataDir}`);
  });

  test("a backup into the project's folder is refused, and the message names the folder of backups", () => {
    const file = join(installed.root, "before.backup");
    const { code, output } = runCommand("backup", "before.backup");
    expect([code, output]).toEqual([1, expect.stringContaining(`${file} could not be written: EACCES`)]);
    expect(output).toContain(`Name a file in ${join(installed.dataDir, "backups")}.`);
  });

  test("a comment behind a value of the environment file is refused, with what to do", () => {
    installed.writeSettings(["SUPPORT_EMAIL=help@example.com # who answers", "MAIL_FROM=a@example.com"]);
    const { code, output } = installed.runWrapper("promote", email);
    expect([code, output]).toEqual([1, expect.stringContaining("SUPPORT_EMAIL: a comment behind a value")]);
  });

  test("root is told to run it as the data folder's user, and nothing of root's is left there", () => {
    const { code, output } = installed.run([process.execPath, "scripts/backup.mjs", `${backup}-of-root`], {
      as: ROOT_USER,
    });
    expect(code).toBe(1);
    expect(output).toContain(`${installed.dataDir} belongs to ${installed.user.name}, and this runs as root`);
    expect(output).toContain('"groundwork backup"');
    expect(listOwners()).toEqual([installed.user.uid]);
  });

  describe("when the sources have changed since the build", () => {
    const getSource = () => join(installed.root, "app", "newer.ts");
    beforeAll(() => writeFileSync(getSource(), ""));
    afterAll(() => rmSync(getSource()));

    test("commands in production, and of a user who cannot write, ask to build, and the build stays as it is", () => {
      const before = readdirSync(join(installed.root, "build"));
      const development = { NODE_ENV: "development" };
      const told = printed(1, `${STALE}, as a user who may write to ${installed.root}`);
      expect(runCommand("promote", email)).toEqual(told);
      expect(installed.run([process.execPath, "scripts/start.mjs"], { environment: development })).toEqual(
        told,
      );
      const asRoot = { as: ROOT_USER, environment: { DATA_DIR: join(installed.root, "none") } };
      const ofRoot = installed.run([process.execPath, "scripts/doctor.mjs"], asRoot);
      expect(ofRoot).toEqual({ code: 1, output: `${STALE}.\n` });
      expect(readdirSync(join(installed.root, "build"))).toEqual(before);
    });
  });
});
