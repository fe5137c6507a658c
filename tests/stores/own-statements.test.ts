/** The statements of the founder's own migrations for the databases that run on no machine here, in files of their own. */
import { expect, test } from "vitest";
import { OWN_MIGRATIONS } from "../../migrations/own";
import { RECORDED_DIALECTS, recordMigrations } from "./recorded-statements";

const FOLDER = "../../app/product/statements";

test.runIf(OWN_MIGRATIONS.length > 0).each(RECORDED_DIALECTS)(
  "own migrations change the schema of %s by the statements that were reviewed",
  async (dialect) => {
    const sent = await recordMigrations(dialect, OWN_MIGRATIONS);
    await expect(`${sent.join(";\n")};\n`, "npm run statements renews them").toMatchFileSnapshot(
      `${FOLDER}/${dialect}.sql`,
    );
  },
);

test.runIf(OWN_MIGRATIONS.length === 0)("without own migrations there are no such statements", async () => {
  expect(await recordMigrations("oracle", OWN_MIGRATIONS)).toEqual([]);
});
