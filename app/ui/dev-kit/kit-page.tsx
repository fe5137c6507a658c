/** /dev/kit: every piece of the interface in every state. docs/decisions/0040-the-kit-and-its-libraries.md */
import { BrandLink } from "../kit/brand";
import { PageHeader } from "../layout/page-header";
import { MAIN_ID, SkipLink } from "../kit/skip-link";
import { useTexts } from "../use-texts";
import { ActionPieces } from "./action-pieces";
import { BrandPieces } from "./brand-pieces";
import { CardPieces } from "./card-pieces";
import { ChoicePieces } from "./choice-pieces";
import { DataPieces } from "./data-pieces";
import { FieldPieces } from "./field-pieces";
import { FormPieces } from "./form-pieces";
import { IdentityPieces } from "./identity-pieces";
import { KIT_SECTIONS } from "./kit-frame";
import { LayoutPieces } from "./layout-pieces";
import { MessagePieces } from "./message-pieces";
import { NavigationPieces } from "./navigation-pieces";
import { OverlayPieces } from "./overlay-pieces";

export function KitPage() {
  const { t } = useTexts("kit");
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-bar max-w-page items-center px-4 lg:px-6">
          <BrandLink />
        </div>
      </header>
      <div className="mx-auto grid max-w-page grid-cols-1 gap-6 px-4 py-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:px-6">
        <SectionList />
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className="toast-room grid grid-cols-1 content-start gap-10 pb-[max(2rem,var(--toasts,0px))]"
        >
          <PageHeader title={t("title")} description={t("description")} />
          <BrandPieces />
          <ActionPieces />
          <MessagePieces />
          <LayoutPieces />
          <NavigationPieces />
          <OverlayPieces />
          <FieldPieces />
          <CardPieces />
          <ChoicePieces />
          <FormPieces />
          <DataPieces />
          <IdentityPieces />
        </main>
      </div>
    </div>
  );
}

function SectionList() {
  const { t } = useTexts("kit");
  return (
    <nav aria-label={t("contents")} className="self-start lg:sticky lg:top-6">
      <ul className="flex flex-wrap gap-1 lg:grid">
        {KIT_SECTIONS.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className="bar-entry text-muted hover:bg-sunken hover:text-text">
              {t(`section.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
