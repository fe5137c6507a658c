/** The ten backup codes, shown only once: to copy, to download, to print. */
import { useActionData } from "@remix-run/react";
import { useState } from "react";
import type { FormReply } from "~/domain/forms/reply";
import { PRODUCT_NAME, PRODUCT_SLUG } from "~/domain/product";
import { paths } from "~/domain/paths";
import { useIsHydrated, useRoot } from "../use-page";
import { Button, ButtonLink, getButtonClass } from "../kit/button";
import { Card, CardBody, CardFooter, CardHeader } from "../kit/card";
import { Icon } from "../kit/icon";
import { Notice } from "../kit/notice";
import { recordPageEvent } from "../session/call-api";
import { useTexts } from "../use-texts";
import { CopyButton } from "./copy-button";

/** The printed page shows only these codes. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTexts("account");
  const owner = useOwner();
  return (
    <Card>
      <div data-print>
        <p className="hidden px-5 pt-5 font-medium print:block">{t("two_factor.codes.of", owner)}</p>
        <CardHeader title={t("two_factor.codes.title")} description={t("two_factor.codes.description")} />
        <CardBody className="grid gap-4">
          <CodeList codes={codes} />
          <Notice tone="warn">{t("two_factor.codes.once")}</Notice>
        </CardBody>
      </div>
      <CardFooter>
        <SaveButtons codes={codes} />
        <ButtonLink to={paths.twoFactor} variant="primary">
          {t("two_factor.codes.done")}
        </ButtonLink>
      </CardFooter>
    </Card>
  );
}

function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ol className="grid gap-x-8 gap-y-1.5 rounded border border-line bg-sunken p-4 font-mono text-lg tracking-wide sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code} className="w-fit select-all">
          {code}
        </li>
      ))}
    </ol>
  );
}

/** The download works without scripts too, because the link contains the file. */
function SaveButtons({ codes }: { codes: readonly string[] }) {
  const { t } = useTexts("account");
  const isHydrated = useIsHydrated();
  const owner = useOwner();
  const text = `${t("two_factor.codes.of", owner)}\n\n${codes.join("\n")}\n`;
  return (
    <div className="flex flex-wrap gap-2">
      <CopyButton text={codes.join("\n")} label={t("two_factor.codes.copy")} />
      <a
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        download={`${PRODUCT_SLUG}-backup-codes.txt`}
        className={getButtonClass()}
        onClick={() => recordPageEvent("backup_codes_saved", { as: "file" })}
      >
        <Icon name="download" />
        {t("two_factor.codes.download")}
      </a>
      {isHydrated ? (
        <Button onClick={printCodes}>
          <Icon name="printer" />
          {t("two_factor.codes.print")}
        </Button>
      ) : null}
    </div>
  );
}

/** Whose codes they are, for the paper and the file, which may lie next to those of another product. */
function useOwner() {
  return { product: PRODUCT_NAME, email: useRoot().viewer?.email ?? "" };
}

function printCodes(): void {
  recordPageEvent("backup_codes_saved", { as: "print" });
  window.print();
}

/**
 * The codes that this page has received, null before that, and the function that takes them from a reply. The codes are
 * sent once, in the reply to a form. Without scripts they come with the page.
 */
export function useIssuedCodes(): [codes: readonly string[] | null, take: (reply: FormReply) => void] {
  const posted = useActionData<FormReply>();
  const [taken, setTaken] = useState<readonly string[] | null>(null);
  return [taken ?? findCodes(posted), (reply) => setTaken(findCodes(reply))];
}

/** The codes in a reply; null when it has none. */
function findCodes(reply: FormReply | undefined): readonly string[] | null {
  const data: unknown = reply?.ok ? reply.data : null;
  if (typeof data !== "object" || data === null || !("backup_codes" in data)) return null;
  const { backup_codes: codes } = data;
  return Array.isArray(codes) && codes.every((code) => typeof code === "string") ? codes : null;
}
