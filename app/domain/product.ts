/** What the product is called; a name, so the same in every language. */
export const PRODUCT_NAME = "Groundwork";
