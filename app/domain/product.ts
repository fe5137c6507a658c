/** The product's name, the same in every language. */
export const PRODUCT_NAME = "Groundwork";

/** How every i18next instance fills in values: React escapes them, and {{product}} is the product's name. */
export const INTERPOLATION = { escapeValue: false, defaultVariables: { product: PRODUCT_NAME } };
