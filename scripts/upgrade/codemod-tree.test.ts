/** What codemods work with: a file moves with its imports, a word is replaced whole, and a second run changes nothing. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTree } from "./codemod-tree.mjs";
import { openGit } from "./git.mjs";
import { read, write } from "./tiny-product";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "groundwork-codemod-"));
  openGit(root)("init", "--quiet");
  write(root, {
    "app/ui/button.tsx":
      'import { color } from "./color";\nimport { t } from "~/i18n";\nexport const Button = color + t;\n',
    "app/ui/button.test.tsx": 'import { Button } from "./button";\n',
    "app/ui/color.ts": "export const color = 1;\n",
    "app/product/page.tsx":
      'import type { Button as B } from "~/ui/button";\nimport "~/ui/button-row";\nconst later = () => import("../ui/button");\nexport { Button } from "../ui/button";\nconst text = "~/ui/button";\n',
    "scripts/make.mjs": 'import { Button } from "../app/ui/button.tsx";\n',
  });
});
afterEach(() => rmSync(root, { recursive: true }));

test("every import of a file that moves is written anew, and those in it: other texts stay", async () => {
  await openTree(root).renameFile("app/ui/button.tsx", "app/ui/kit/press.tsx");
  expect(read(root, "app/ui/button.tsx")).toBeNull();
  expect(read(root, "app/ui/kit/press.tsx")).toBe(
    'import { color } from "../color";\nimport { t } from "~/i18n";\nexport const Button = color + t;\n',
  );
  expect(read(root, "app/ui/button.test.tsx")).toBe('import { Button } from "./kit/press";\n');
  expect(read(root, "app/product/page.tsx")).toBe(
    'import type { Button as B } from "~/ui/kit/press";\nimport "~/ui/button-row";\nconst later = () => import("../ui/kit/press");\nexport { Button } from "../ui/kit/press";\nconst text = "~/ui/button";\n',
  );
  expect(read(root, "scripts/make.mjs")).toBe('import { Button } from "../app/ui/kit/press.tsx";\n');
});

test("a second run leaves what is done, and takes a file that has come since", async () => {
  await openTree(root).renameFile("app/ui/button.tsx", "app/ui/press.tsx");
  write(root, { "app/product/late.ts": 'import "~/ui/button";\n' });
  await openTree(root).renameFile("app/ui/button.tsx", "app/ui/press.tsx");
  expect(read(root, "app/product/late.ts")).toBe('import "~/ui/press";\n');
});

test("a file does not take the place of another", async () => {
  await expect(openTree(root).renameFile("app/ui/button.tsx", "app/ui/color.ts")).rejects.toThrow(
    "is there already",
  );
});

test("a word is replaced where it stands whole", () => {
  write(root, { "app/words.ts": "const color = 1; const colorful = color; const $color = 2;\n" });
  openTree(root).renameWord("color", "hue", /words/);
  expect(read(root, "app/words.ts")).toBe("const hue = 1; const colorful = hue; const $color = 2;\n");
});
