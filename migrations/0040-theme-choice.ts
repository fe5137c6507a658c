/** When a user chose the theme: until then it follows the operating system. */
import { date, nullable } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

const added = { columns: { theme_chosen_at: nullable(date()) } };

export const themeChoice: Migration = {
  name: "0040-theme-choice",

  up: (schema) => schema.addColumns("users", added),
  down: (schema) => schema.dropColumns("users", added),
};
