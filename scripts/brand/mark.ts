/** The product's own mark, for who has no logo yet: the icon of the sprite on a tile of the accent. */

/** `sprite` is app/ui/kit/icons.svg. Returns the text of public/favicon.svg. */
export function createMark(sprite: string, accent: string): string {
  const [, shapes] = /<symbol id="layers"[^>]*>([^]*?)<\/symbol>/.exec(sprite) ?? [];
  if (shapes === undefined) throw new Error("app/ui/kit/icons.svg has no icon layers: run npm run icons");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="7" fill="${accent}"/>` +
    '<g transform="translate(5.5 5.5) scale(.625)" fill="none" stroke="#fff" stroke-width="2.25" stroke-linecap="round" ' +
    `stroke-linejoin="round">${shapes.replaceAll(" />", "/>")}</g></svg>\n`
  );
}
