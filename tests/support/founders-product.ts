/** A founder's product for tests: a copy of the sources with a brand and what tests/seam/ adds, on the data of a product without. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AVATARS_MARKER, METRICS_PREFIX, WEBHOOK_AGENT } from "~/domain/stored-names";
import { copyForBrand, type BrandedCopy } from "./branded-copy";
import { runCommand } from "./built-commands";
import { startProduct, type Product } from "./product";
import { withTwoFactor, type WithTwoFactor } from "./two-factor";

export const SEAM = fileURLToPath(new URL("../seam", import.meta.url));
const FIRST_NAME = /groundwork/i;
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0a7f5a"/></svg>';
const BACKUP_PASSPHRASE = "correct horse battery";

export interface FoundersProduct {
  copy: BrandedCopy;
  product: Product;
  /** For files of the test. */
  folder: string;
  /** The user who signed up before the product had the brand. */
  before: WithTwoFactor;
  /** The output of the branded product's `npm run restore`, of a backup of before. */
  restored: string;
  remove(): Promise<void>;
}

/** Brands a copy, lays the seam over it, builds it, and starts it on the data of the product as it ships. */
export async function makeFoundersProduct(): Promise<FoundersProduct> {
  const folder = mkdtempSync(join(tmpdir(), "founders-data-"));
  const dataDir = join(folder, "data");
  const copy = copyForBrand();
  brand(copy, folder);
  const before = await useBefore(dataDir, join(folder, "before.backup"));
  // Before the seam is there: a backup is restored into the schema that it was made of.
  const restored = copy.runSource(
    { file: "scripts/restore.ts", name: "runRestore" },
    { DATA_DIR: join(folder, "there"), BACKUP_PASSPHRASE },
    join(folder, "before.backup"),
  );
  cpSync(SEAM, copy.folder, { recursive: true });
  copy.build();
  const product = await startProduct({ DATA_DIR: dataDir }, { folder: copy.folder });
  const remove = async () => {
    await product.stop();
    copy.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  return { copy, product, folder, before, restored, remove };
}

function brand(copy: BrandedCopy, folder: string): void {
  const logo = join(folder, "logo.svg");
  writeFileSync(logo, LOGO);
  const options = { name: "Acme & Söhne", accent: "#0a7f5a", logo };
  const legal = {
    company: "Acme Ltd",
    address: "1 Main Street\nLondon",
    terms: "https://acme.example/terms",
  };
  const words = Object.entries({ ...options, ...legal }).flatMap(([name, value]) => [`--${name}`, value]);
  const { code, printed } = copy.brand(...words);
  if (code !== 0) throw new Error(printed);
}

/** Signs a user up in the product as it ships, and makes a backup. */
async function useBefore(dataDir: string, backup: string): Promise<WithTwoFactor> {
  const plain = await startProduct({ DATA_DIR: dataDir });
  const before = await withTwoFactor(plain, "before@example.com");
  const made = await runCommand("backup", { DATA_DIR: dataDir, BACKUP_PASSPHRASE }, backup, "--with-secret");
  if (made.code !== 0) throw new Error(made.printed);
  await plain.stop();
  // What was mailed before has the sender of then.
  rmSync(join(dataDir, "mail"), { recursive: true });
  return before;
}

/** What branding may write, by path. */
export function readBrandFiles({ folder }: BrandedCopy): Record<string, string> {
  const folders = ["app/product", "public", "docs/groundwork", "."];
  const files = folders.flatMap((name) =>
    readdirSync(join(folder, name), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(name, entry.name)),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "latin1")]));
}

/** What may have the first name: stored names that only operators and other programs see, and a file of deploy/. */
const KEPT = [AVATARS_MARKER, METRICS_PREFIX, WEBHOOK_AGENT, "deploy/groundwork", "/var/lib/groundwork"];

/** Lists what names the product by its first name. */
export function listNaming(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([name, text]) => {
    const left = KEPT.reduce((rest, kept) => rest.replaceAll(kept, ""), text);
    const found = FIRST_NAME.exec(left);
    return found ? [`${name}: ${left.slice(Math.max(0, found.index - 40), found.index + 40)}`] : [];
  });
}
