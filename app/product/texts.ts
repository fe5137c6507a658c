/**
 * The founder's own texts, from the files in texts/en/: `{ projects: typeof projects; common: typeof common }`. A file with the
 * name of a file of app/i18n/en/ adds to it, as common.json adds to `nav`.
 */
export type OwnTexts = object;
