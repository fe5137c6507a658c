/** Stands in for systemd-run: the command gets the user, settings, folder and umask of the properties, and no sandbox. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const given = process.argv.slice(2);
const commandAt = given.findIndex((word) => !word.startsWith("--"));
const properties = given
  .slice(0, commandAt)
  .map((option) => /^--property=([^=]+)=(.*)$/.exec(option))
  .filter((match) => match !== null)
  .map(([, name, value]) => ({ name, value }));

const list = (wanted) => properties.filter(({ name }) => name === wanted).map(({ value }) => value);
const getLast = (wanted) => list(wanted).at(-1);
const readId = (option) => Number(execFileSync("id", [option, getLast("User")], { encoding: "utf8" }));

/** NAME=value, with what follows the value: like systemd, and unlike a shell or Compose. */
const readFile = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => /^[A-Z]/.test(line));
const settings = [
  ...list("Environment").flatMap((words) => words.split(" ")),
  ...list("EnvironmentFile").flatMap(readFile),
].map((setting) => /^([^=]+)=(.*)$/.exec(setting)?.slice(1) ?? []);

process.umask(Number.parseInt(getLast("UMask"), 8));
const [program, ...words] = given.slice(commandAt);
const { status } = spawnSync(program, words, {
  uid: readId("-u"),
  gid: readId("-g"),
  cwd: getLast("WorkingDirectory"),
  env: { PATH: process.env.PATH, ...Object.fromEntries(settings) },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
