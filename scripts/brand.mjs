/**
 * `npm run brand -- --name Acme --accent "#0a7f5a" --logo logo.svg`: gives the product another name, colour and logo. Installs first
 * when needed. docs/brand.md
 */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
runBrand().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

async function runBrand() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { resolveFromRoot } = await import("./lib/root.mjs");
  const { runNode } = await import("./lib/run.mjs");
  await installIfNeeded();
  // Files are named from where the command was called: npm itself goes to the project's folder.
  const { code } = await runNode(
    resolveFromRoot("node_modules", "tsx", "dist", "cli.mjs"),
    [resolveFromRoot("scripts", "brand", "main.ts"), ...process.argv.slice(2)],
    { cwd: process.env.INIT_CWD || process.cwd() },
  );
  process.exitCode = code;
}
