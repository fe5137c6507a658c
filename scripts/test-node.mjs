/**
 * `npm run test:node -- 24`: runs `npm test` with another version of Node. The npm package `node` contains the
 * binary, which is kept in `.cache/`. Further words name layers, as for `npm test`: `npm run test:node -- 24 unit
 * http`.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { endWithNpm } from "./lib/end-with-npm.mjs";
import { resolveFromRoot } from "./lib/root.mjs";
import { run, runNpm, stopChildrenOnExit } from "./lib/run.mjs";

const [version, ...layers] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version ?? "")) {
  console.error("Name a version of Node: npm run test:node -- 24");
  process.exit(2);
}
endWithNpm();
stopChildrenOnExit();
const node = await installNode(version);
await run(node, ["--version"]);
// Programs that look for `node` on the path find this version too.
const env = { PATH: `${dirname(node)}:${process.env.PATH ?? ""}` };
const { code } = await run(node, [resolveFromRoot("scripts", "test.mjs"), ...layers], { env });
process.exitCode = code;

/** Returns the binary of this version, downloaded when it is missing. Ends the process when npm cannot download it. */
async function installNode(wanted) {
  const folder = resolveFromRoot(".cache", `node-${wanted}`);
  const binary = join(folder, "node_modules", "node", "bin", "node");
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  // The package's install script downloads the binary for this machine. npm 11 runs install scripts only of
  // packages that are allowed by name.
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  );
  const { code } = await runNpm(
    ["install", "--no-audit", "--no-fund", "--loglevel=error", `node@${wanted}`],
    {
      cwd: folder,
    },
  );
  if (code !== 0) process.exit(code);
  return binary;
}
