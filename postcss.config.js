/** Tailwind writes the style sheet, Autoprefixer adds what older browsers need. */
export default { plugins: { tailwindcss: {}, autoprefixer: {} } };
