/** The folder of one run of vitest, in which its test files share what is costly to make. */

/** Names the folder to the processes of the tests. */
export const RUN_FOLDER = "TEST_RUN_FOLDER";

/** Undefined outside of vitest. */
export const getRunFolder = () => process.env[RUN_FOLDER];
