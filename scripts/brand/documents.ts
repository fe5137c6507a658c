/**
 * The documents that say whose product it is. With the first branding the founder gets short ones of their own, and the product's
 * move to docs/groundwork/.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MOVED_DOCUMENTS, PRODUCT_DOCUMENTS_FOLDER, toMovedText } from "../lib/moved-documents.mjs";

type MovedDocument = (typeof MOVED_DOCUMENTS)[number];

/** Returns what the first branding writes, by its path; nothing where it was done before. */
export function createDocuments(root: string, owner: { name: string; company: string | null }) {
  if (existsSync(join(root, PRODUCT_DOCUMENTS_FOLDER, "README.md"))) return new Map<string, string>();
  const moved = MOVED_DOCUMENTS.map((name): [string, string] => [
    `${PRODUCT_DOCUMENTS_FOLDER}/${name}`,
    toMovedText(readFileSync(join(root, name), "utf8")),
  ]);
  return new Map([...moved, ...Object.entries(createOwnDocuments(owner))]);
}

function createOwnDocuments(owner: { name: string; company: string | null }): Record<MovedDocument, string> {
  return {
    "README.md": createReadme(owner.name),
    "CHANGELOG.md": createChangelog(owner.name),
    LICENSE: createLicense(owner.company ?? owner.name),
    "AGENTS.md": createAgents(owner.name),
  };
}

const createReadme = (name: string) => `# ${name}

\`\`\`
npm start        # installs, builds, migrates and serves on http://localhost:3000
npm run dev      # the same for development, with reload
npm test         # everything, offline
\`\`\`

It is built on Groundwork, whose own pages are [docs/groundwork/README.md](docs/groundwork/README.md) (what it does, and how it is
run), [ARCHITECTURE.md](ARCHITECTURE.md) and [CONTRIBUTING.md](CONTRIBUTING.md). What is ours is in \`app/product/\` and
\`migrations/own/\`; \`npm run brand\` changes name, colour and logo ([docs/brand.md](docs/brand.md)).

## Settings

All of them are in [Groundwork's README](docs/groundwork/README.md#settings).
`;

const createChangelog = (name: string) => `# Changelog of ${name}

What changes for the people who use it, newest first. What Groundwork has changed is in
[docs/groundwork/CHANGELOG.md](docs/groundwork/CHANGELOG.md).

## Unreleased
`;

const createLicense = (
  holder: string,
) => `Copyright (c) ${new Date().getUTCFullYear()} ${holder}. All rights reserved.

This software contains Groundwork, whose MIT License is in docs/groundwork/LICENSE. Its notice must stay in all copies.
`;

const createAgents = (name: string) => `# For coding agents

${name} is built on Groundwork, whose rules hold here as well: read [docs/groundwork/AGENTS.md](docs/groundwork/AGENTS.md) first.

- What is ours goes into \`app/product/\` and \`migrations/own/\`. A change anywhere else meets the next update of Groundwork.
- Name, colours, logo and addresses come from \`app/product/brand.json\`: write none of them out.
`;
