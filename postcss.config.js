/** Tailwind generates the style sheet, and Autoprefixer adds prefixes for older browsers. */
import { fileURLToPath } from "node:url";

// The absolute path, because Tailwind looks for its configuration in the working directory of the command.
const config = fileURLToPath(new URL("tailwind.config.ts", import.meta.url));

export default { plugins: { tailwindcss: { config }, autoprefixer: {} } };
