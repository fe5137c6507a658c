/**
 * The page where the user chooses an identity at the provider and grants access or refuses. No script, no inline
 * style.
 */
import type { PageTexts } from "./texts";

/** `look` is the relative URL of the style sheet. The form posts to the page's own URL. */
export function renderConsentPage(texts: PageTexts, look: string): string {
  return renderPage(
    texts,
    look,
    `<p class="note">${escapeHtml(texts.explain)}</p>
      <form method="post">
        <label for="name">${escapeHtml(texts.name)}</label>
        <input id="name" name="name" value="Ada Lovelace" required maxlength="200" autocomplete="off" aria-describedby="name-hint">
        <p id="name-hint" class="hint">${escapeHtml(texts.nameHint)}</p>
        <label for="email">${escapeHtml(texts.email)}</label>
        <input id="email" name="email" type="email" value="ada@example.com" maxlength="200" autocomplete="off" aria-describedby="email-hint">
        <p id="email-hint" class="hint">${escapeHtml(texts.emailHint)}</p>
        <div class="choice">
          <button name="decision" value="allow" class="primary">${escapeHtml(texts.allow)}</button>
          <button name="decision" value="deny" formnovalidate>${escapeHtml(texts.deny)}</button>
        </div>
      </form>`,
  );
}

/** For a request that must not redirect anywhere, because its application or its redirect URI is unknown. */
export function renderRefusalPage(texts: PageTexts, look: string): string {
  return renderPage(texts, look, `<p class="note">${escapeHtml(texts.unknown)}</p>`);
}

/** Sends an answer to the application when the user goes on. */
export function renderFormPage(
  texts: PageTexts,
  look: string,
  { action, fields }: { action: string; fields: Record<string, string> },
): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return renderPage(
    texts,
    look,
    `<form method="post" action="${escapeHtml(action)}">
        ${inputs.join("\n        ")}
        <div class="choice"><button class="primary">${escapeHtml(texts.goOn)}</button></div>
      </form>`,
  );
}

function renderPage(texts: PageTexts, look: string, content: string): string {
  return `<!doctype html>
<html lang="${texts.lang}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escapeHtml(texts.title)}</title>
    <link rel="stylesheet" href="${look}">
  </head>
  <body>
    <main>
      <p class="badge">${escapeHtml(texts.sandbox)}</p>
      <h1>${escapeHtml(texts.title)}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
