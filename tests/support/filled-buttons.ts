/** The filled buttons of a page, of which it has one. */

/** The texts of the buttons and links that are filled, without the link that is out of sight until it has the focus. */
export function listFilledButtons(html: string): string[] {
  const controls = html.matchAll(/<(?:button|a)\b[^>]*\bclass="([^"]*)"[^>]*>(.*?)<\/(?:button|a)>/gs);
  return [...controls]
    .filter(([, names = ""]) => names.split(" ").includes("bg-accent") && !names.includes("-translate-y"))
    .map(([, , content = ""]) => content.replace(/<[^>]+>/g, ""));
}
