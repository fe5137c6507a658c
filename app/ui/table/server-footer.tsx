/** Below a list that the server cuts into pages: the ways to the neighbouring ones. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../kit/button";
import { createNextLink, createPreviousLink, type ServerPages } from "./server-pages";

/** Nothing, when there is one page only. `title` names the list: a page may have several. */
export function ServerFooter({ title, server }: { title: string; server: ServerPages }) {
  const { t } = useTranslation("data");
  const [previous, next] = [createPreviousLink(server), createNextLink(server)];
  if (!previous && !next) return null;
  return (
    <PagesFooter label={t("table.pages", { title })}>
      {previous ? (
        <ButtonLink size="sm" to={previous} rel="prev">
          {t("table.previous")}
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink size="sm" to={next} rel="next">
          {t("table.next")}
        </ButtonLink>
      ) : null}
    </PagesFooter>
  );
}

/** The frame of the buttons below any list. */
export function PagesFooter({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="flex items-center justify-end gap-2 border-t border-line bg-sunken px-4 py-2.5 max-sm:px-3 lg:px-5"
    >
      {children}
    </nav>
  );
}
