/** The texts of the consent page, by language. Any other language gets English, as from the card field. */

const EN = {
  lang: "en",
  title: "You are at the sandbox's {provider}",
  sandbox: "Sandbox",
  explain:
    "This is not the real {provider}. No keys are set up, so this page simulates it on your machine. Sign in as anyone you like.",
  name: "Name",
  nameHint: "The same name is the same person next time.",
  email: "Email address",
  emailHint: "Leave it empty to sign in as someone whose email address {provider} does not share.",
  allow: "Allow",
  deny: "Deny",
  goOn: "Continue",
  unknown: "{provider} does not know this application",
};

export type PageTexts = typeof EN;

const ES: PageTexts = {
  lang: "es",
  title: "Estás en el {provider} de pruebas",
  sandbox: "Pruebas",
  explain:
    "Esta no es la página real de {provider}. No hay claves configuradas, así que se simula en tu equipo. Entra como quien quieras.",
  name: "Nombre",
  nameHint: "El mismo nombre será la misma persona la próxima vez.",
  email: "Correo electrónico",
  emailHint: "Déjalo vacío para entrar como alguien cuya dirección de correo {provider} no comparte.",
  allow: "Permitir",
  deny: "Rechazar",
  goOn: "Continuar",
  unknown: "{provider} no conoce esta aplicación",
};

/**
 * Returns the texts in the first available language of an Accept-Language header, with the provider's name filled
 * in.
 */
export function getTexts(acceptLanguage: string | undefined, provider: string): PageTexts {
  const wanted = (acceptLanguage ?? "").split(",").map((part) => part.trim().slice(0, 2).toLowerCase());
  const texts = wanted.find((language) => language === "en" || language === "es") === "es" ? ES : EN;
  const filled = Object.entries(texts).map(([key, text]) => [key, text.replaceAll("{provider}", provider)]);
  return Object.fromEntries(filled) as PageTexts;
}
