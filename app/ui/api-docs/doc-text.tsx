/** Texts of the OpenAPI document, which is in English: Markdown, of which they use bold and code alone. */
import type { ReactNode } from "react";

/** Renders a text, with `code` and **bold** words as elements. */
export function DocText({ text }: { text: string }) {
  return <span lang="en">{text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(renderPart)}</span>;
}

function renderPart(part: string, index: number): ReactNode {
  if (part.startsWith("`"))
    return (
      <code key={index} className="rounded-sm bg-sunken px-1 font-mono text-sm text-text">
        {part.slice(1, -1)}
      </code>
    );
  if (part.startsWith("**"))
    return (
      <b key={index} className="font-semibold text-text">
        {part.slice(2, -2)}
      </b>
    );
  return part;
}
