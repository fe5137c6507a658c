/** How a link in running text looks. */

/** Class names of a text link: accent colour and weight, underlined on hover and focus. */
export const linkClass =
  "rounded-sm font-medium text-accent-text underline-offset-4 hover:underline focus-visible:underline";
