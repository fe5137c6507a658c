/** A piece of code that opens and closes without scripts, with a button that copies it. */
import { CopyButton } from "../two-factor/copy-button";
import { useTexts } from "../use-texts";

interface CodeSampleProps {
  /** The kind of code: a programming language, or what the code shows. */
  title: string;
  /** Tells programs which sample it is: "listMembers curl". */
  name?: string;
  code: string;
  isOpen?: boolean;
}

export function CodeSample({ title, name, code, isOpen = false }: CodeSampleProps) {
  const { t } = useTexts("reference");
  return (
    <details open={isOpen} className="rounded border border-line">
      <summary className="cursor-pointer rounded px-3 py-2 text-control font-medium">{title}</summary>
      <div className="grid gap-2 border-t border-line p-3">
        <CodeText name={name} code={code} />
        <div className="flex flex-wrap gap-2">
          <CopyButton text={code} label={t("copy")} size="sm" />
        </div>
      </div>
    </details>
  );
}

/** Code as it is written. Long lines wrap, so that nothing is out of reach of the keyboard. */
export function CodeText({ name, code }: { name?: string; code: string }) {
  return (
    <pre
      data-sample={name}
      translate="no"
      className="whitespace-pre-wrap rounded bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]"
    >
      {code}
    </pre>
  );
}
