/** The product's name and version, as people read them. */
import { BRAND_NAME, BRAND_SLUG } from "../product/brand";

/** The same in every language. */
export const PRODUCT_NAME = BRAND_NAME;
/** The name in the names of files and hosts. */
export const PRODUCT_SLUG = BRAND_SLUG;
/** The same as in package.json, which a test compares. */
export const PRODUCT_VERSION = "0.1.0";
/** The oldest Node that the product runs on; the same as in package.json. */
export const MINIMUM_NODE = "20.19";

/** How every i18next instance fills in values: React escapes them, and {{product}} is the product's name. */
export const INTERPOLATION = { escapeValue: false, defaultVariables: { product: PRODUCT_NAME } };
