/**
 * What a codemod (upgrades/<version>.mjs) works with: the files of a clone. It runs with the helpers of the version that it belongs
 * to, and may run twice in a clone that follows the main branch: what is done already is left as it is.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join, posix } from "node:path";

const SOURCE = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;
const EXTENSION = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|json)$/;
/** Imports may leave these out. */
const LEFT_OUT = [".ts", ".tsx", ".js", ".jsx", "/index.ts", "/index.tsx", "/index.js"];
/** `~/` stands for this folder. */
const ALIASED = "app/";

/** The files below this folder that git tracks. Paths are from there, with slashes. */
export function openTree(root) {
  const renamed = new Map();
  const tree = {
    root,
    has: (path) => existsSync(join(root, path)),
    read: (path) => readFileSync(join(root, path), "utf8"),
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    /** The paths that match. A file that a codemod has made is among them, and one that it has moved is not. */
    list: (pattern = /./) => listFiles(root).filter((path) => pattern.test(path) && tree.has(path)),
    /** Replaces what `change` returns in every file that matches. */
    change(pattern, change) {
      for (const path of tree.list(pattern)) {
        const text = tree.read(path);
        const changed = change(text, path);
        if (changed !== text) tree.write(path, changed);
      }
    },
    /** Replaces a whole identifier in the sources, wherever it stands: also in comments and texts, so choose one that is no common word. */
    renameWord(word, by, pattern = SOURCE) {
      const whole = new RegExp(`(?<![\\w$])${word.replace(/[$]/g, "\\$&")}(?![\\w$])`, "g");
      tree.change(pattern, (text) => text.replace(whole, () => by));
    },
    /** Moves a file, and writes the imports of it and in it anew, in every source: the founder's too. */
    async renameFile(from, to) {
      if (tree.has(from) && tree.has(to))
        throw new Error(`${from} cannot become ${to}, which is there already`);
      const isMoving = tree.has(from);
      if (isMoving) {
        mkdirSync(dirname(join(root, to)), { recursive: true });
        renameSync(join(root, from), join(root, to));
        renamed.set(to, from);
      }
      const listImports = await loadImportReader();
      tree.change(SOURCE, (text, path) => {
        const isMoved = isMoving && path === to;
        if (!isMoved && !text.includes(getStem(from))) return text;
        return rewriteImports(text, listImports(text), { path, before: isMoved ? from : path, from, to });
      });
    },
    /** Where a moved file was: by its new path. */
    renamed,
  };
  return tree;
}

function listFiles(root) {
  const output = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  return [...new Set(output.split("\0").filter(Boolean))];
}

/** TypeScript's own scanner says where a source names another file. */
async function loadImportReader() {
  const { default: ts } = await import("typescript");
  return (text) => ts.preProcessFile(text, true, true).importedFiles;
}

const getStem = (path) =>
  posix
    .basename(path)
    .replace(EXTENSION, "")
    .replace(/^index$/, posix.basename(posix.dirname(path)));

/** `before` is where the file was when its relative imports were written. */
function rewriteImports(text, imports, { path, before, from, to }) {
  let changed = text;
  // From the end, so that the positions before stay right.
  for (const { fileName, pos, end } of imports.toSorted((one, other) => other.pos - one.pos)) {
    const written = rewrite(fileName, { path, before, from, to });
    // The positions include the quotes.
    const start = text.indexOf(fileName, pos);
    if (written !== fileName && start >= 0 && start <= end)
      changed = changed.slice(0, start) + written + changed.slice(start + fileName.length);
  }
  return changed;
}

function rewrite(name, { path, before, from, to }) {
  const isAliased = name.startsWith("~/");
  if (!isAliased && !/^\.\.?(\/|$)/.test(name)) return name;
  const meant = isAliased ? ALIASED + name.slice(2) : posix.join(posix.dirname(before), name);
  const isRenamed = meant === from || LEFT_OUT.some((left) => meant + left === from);
  const now = isRenamed ? (EXTENSION.test(name) && meant === from ? to : withoutExtension(to)) : meant;
  if (isAliased) return now.startsWith(ALIASED) ? `~/${now.slice(ALIASED.length)}` : toRelative(path, now);
  return !isRenamed && path === before ? name : toRelative(path, now);
}

const withoutExtension = (path) => path.replace(EXTENSION, "").replace(/\/index$/, "");

function toRelative(path, file) {
  const relative = posix.relative(posix.dirname(path), file);
  return relative.startsWith(".") ? relative : `./${relative}`;
}
