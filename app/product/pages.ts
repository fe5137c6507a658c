/**
 * Pages of the product whose place a page of the founder's takes: `"/dashboard": "dashboard/page.tsx"`, the file below app/product/.
 * Path, permission and title stay the product's.
 */
import type { PagePath } from "../domain/paths";

export const REPLACED_PAGES: Partial<Record<PagePath, string>> = {};
