/**
 * The founder's own languages: `pt: { name: "Português", decimal: ",", group: ".", groupsFrom: 5 }`, with texts in app/i18n/pt/.
 * `formats` (app/domain/language-formats.ts) where it does not write dates as English does.
 */
export const OWN_LANGUAGES = {};
