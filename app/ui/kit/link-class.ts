/** How a link in running text looks. */

/** Class names of a text link: accent colour and weight, underlined on hover and focus. */
export const linkClass = "link";
