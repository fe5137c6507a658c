/** The founder's own languages: `pt: { name: "Português", decimal: ",", group: ".", groupsFrom: 5 }`, with texts in app/i18n/pt/. */
export const OWN_LANGUAGES = {};
