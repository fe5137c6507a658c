/** Tailwind writes the style sheet, Autoprefixer adds what older browsers need. */
import { fileURLToPath } from "node:url";

// Named in full: Tailwind looks for it in the folder a command was started from, wherever that is.
const config = fileURLToPath(new URL("tailwind.config.ts", import.meta.url));

export default { plugins: { tailwindcss: { config }, autoprefixer: {} } };
