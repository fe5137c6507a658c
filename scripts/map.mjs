/**
 * `npm run map`: every entity, operation, page, mail and job of the product and of app/product/, each with its file; `npm run map --
 * --own` shows the founder's alone. Fails where both have given one name.
 */
import { parseArgs } from "node:util";
import { requireNode } from "./lib/node-version.mjs";

requireNode();
try {
  const { values } = parseArgs({ options: { own: { type: "boolean", default: false } } });
  const { readMap } = await import("./lib/product-map.mjs");
  const { groups, clashes } = await readMap();
  for (const group of groups) print(group, values.own);
  for (const clash of clashes) console.error(clash);
  process.exit(clashes.length > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/**
 * @param {{ title: string, entries: { name: string, file: string, isOwn: boolean }[] }} group
 * @param {boolean} isOwnOnly
 */
function print({ title, entries }, isOwnOnly) {
  const shown = entries.filter(({ isOwn }) => isOwn || !isOwnOnly);
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  console.log(`${title} (${shown.length})`);
  for (const { name, file, isOwn } of shown)
    console.log(`${isOwn ? "*" : " "} ${name.padEnd(width)}  ${file}`);
  console.log();
}
