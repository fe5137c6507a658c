/**
 * `npm run build`: Remix and Vite build the pages, then the server and its modules become plain JavaScript in
 * build/. With --quick, for a test of a copy, in half of the processor time: the scripts are larger and not compressed, and
 * `npm start` builds again.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { hashSources, writeStamp } from "./lib/build-stamp.mjs";
import { layOwnTexts } from "./lib/own-texts.mjs";
import { resolveFromRoot } from "./lib/root.mjs";
import { runNode } from "./lib/run.mjs";

/**
 * Packages that stay outside the bundle, because they are compiled for this machine or rarely loaded: databases, Redis with
 * its queue and a bucket's client when they are configured, PDF files of the sandbox, Vite in development.
 */
const LEFT_OUT = [
  ...["sqlite3", "@node-rs/argon2", "sharp"],
  ...["pg", "pg-native", "pg-hstore", "mysql2", "tedious", "oracledb", "mongodb", "ioredis", "bullmq"],
  ...["@aws-sdk/client-s3", "@aws-sdk/lib-storage"],
  // Reads its fonts next to its own file.
  "pdfkit",
  // Remix's replacement for fetch on old versions of Node, never loaded here.
  "undici",
  "vite",
];
const REQUIRE =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

const { quick: isQuick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
// A source that changes meanwhile makes this build stale.
const sources = hashSources();
rmSync(resolveFromRoot("build"), { recursive: true, force: true });
const pages = await runNode(
  resolveFromRoot("node_modules", "@remix-run", "dev", "dist", "cli.js"),
  ["vite:build", ...(isQuick ? ["--minify", "esbuild"] : [])],
  {
    env: { NODE_ENV: "production" },
  },
);
if (pages.code !== 0) process.exit(pages.code);
await buildCommands();
await bundleServer();
if (!isQuick) {
  await moveLicenses();
  await compressFiles();
}
copyForBrowser();
if (!isQuick) writeStamp(sources);

/** Builds the commands that print or run something with texts: only Vite can read those (`import.meta.glob`). */
async function buildCommands() {
  const { build } = await import("vite");
  await build({
    configFile: false,
    logLevel: "warn",
    plugins: [layOwnTexts],
    resolve: { alias: { "~": resolveFromRoot("app") } },
    build: {
      ssr: true,
      rollupOptions: {
        input: {
          seed: resolveFromRoot("scripts", "seed.ts"),
          doctor: resolveFromRoot("scripts", "doctor.ts"),
          reconcile: resolveFromRoot("scripts", "reconcile.ts"),
        },
      },
      outDir: resolveFromRoot("build", "commands"),
      target: "node20",
      copyPublicDir: false,
    },
  });
}

/**
 * Bundles server and pages into a few files with the packages that they use, because finding and reading these in a
 * thousand files took most of a start. A lazy import becomes a chunk that is read when it is needed. server.ts
 * imports Remix's build at run time, and both share their chunks.
 */
async function bundleServer() {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: resolveFromRoot(),
    entryPoints: {
      server: "server.ts",
      promote: "scripts/promote.ts",
      reconcile: "build/commands/reconcile.js",
      backup: "scripts/backup.ts",
      restore: "scripts/restore.ts",
      rekey: "scripts/rekey.ts",
      doctor: "build/commands/doctor.js",
      "setup-reset": "scripts/setup-reset.ts",
      seed: "build/commands/seed.js",
      "plans-sync": "scripts/plans-sync.ts",
      "avatar-process": "app/gateways/avatars/avatar-process.ts",
      "server/index": "build/server/index.js",
    },
    outdir: "build",
    allowOverwrite: true,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: LEFT_OUT,
    define: { "process.env.NODE_ENV": '"production"' },
    // Reading and compiling the code is a fifth of a start. Names stay for stack traces, and the lines are short, because a
    // failure may print one. docs/speed.md
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    // CommonJS packages call `require` for Node's own modules.
    banner: { js: REQUIRE },
    alias: { "~": resolveFromRoot("app") },
    logLevel: "warning",
    // Vite's chunks import every package that they share, whether or not they use it.
    logOverride: { "ignored-bare-import": "silent" },
  });
  escapeCharacters(resolveFromRoot("build", "chunks"));
  rmSync(resolveFromRoot("build", "server", "assets"), { recursive: true });
  rmSync(resolveFromRoot("build", "commands"), { recursive: true });
}

/**
 * Writes the characters beyond ASCII as escapes in regular expressions too, where esbuild leaves them: with one such
 * character, the engine keeps a file of two megabytes as four. docs/speed.md
 */
function escapeCharacters(folder) {
  for (const name of readdirSync(folder).filter((file) => extname(file) === ".js")) {
    const text = readFileSync(join(folder, name), "utf8");
    const escaped = text.replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    if (escaped !== text) writeFileSync(join(folder, name), escaped);
  }
}

/**
 * Moves the licenses that packages repeat in the browser's scripts into a file next to the script, which names it. Vite has
 * minified the scripts, so Terser only prints them again, without comments.
 */
async function moveLicenses() {
  const { minify } = await import("terser");
  const folder = resolveFromRoot("build", "client", "assets");
  for (const name of readdirSync(folder).filter((file) => extname(file) === ".js")) {
    const script = readFileSync(join(folder, name), "utf8");
    if (!script.includes("@license")) continue;
    const licenses = [];
    const takeLicense = (_node, { value }) => {
      licenses.push(`/*${value}*/`);
      return false;
    };
    const { code } = await minify(script, {
      module: true,
      compress: false,
      mangle: false,
      format: {
        comments: takeLicense,
        preamble: `/*! For license information please see ${name}.LEGAL.txt */`,
      },
    });
    writeFileSync(join(folder, name), code);
    writeFileSync(join(folder, `${name}.LEGAL.txt`), [...new Set(licenses)].join("\n"));
  }
}

/**
 * Writes each script, style sheet and drawing next to itself as .br and .gz, at the highest level. Compressing them at
 * every request cost the server 10 ms of processor time a file. docs/speed.md
 */
async function compressFiles() {
  const folder = resolveFromRoot("build", "client", "assets");
  const names = readdirSync(folder).filter((name) => [".js", ".css", ".svg"].includes(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Copies the sandbox's replacement for Stripe.js, which runs in the browser as it is written. */
function copyForBrowser() {
  const from = resolveFromRoot("sandbox", "browser");
  const to = resolveFromRoot("build", "sandbox");
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((file) => file.endsWith(".js"))) {
    copyFileSync(join(from, name), join(to, name));
  }
}
