/** /dev/kit: breadcrumbs and tabs. The page's own heading is its PageHeader. */
import { paths } from "~/domain/paths";
import { LinkTabs } from "../kit/link-tabs";
import { Breadcrumbs } from "../layout/page-header";
import { useTexts } from "../use-texts";
import { KitSection, Piece, State } from "./kit-frame";

export function NavigationPieces() {
  const { t } = useTexts("kit");
  const toTab = (label: string, index: number) => ({
    label,
    link: `${paths.devKit}?tab=${index}`,
    isActive: index === 1,
  });
  return (
    <KitSection name="navigation">
      {/* Once: a page has one navigation of this name. */}
      <Piece name="Breadcrumbs" isWide>
        <State state="long">
          <Breadcrumbs
            crumbs={[
              { label: t("sample.title"), link: paths.devKit },
              { label: t("sample.option_first"), link: paths.devKit },
              { label: t("sample.long") },
            ]}
          />
        </State>
      </Piece>
      <Piece name="LinkTabs" isWide>
        <State state="default">
          <LinkTabs
            label={t("state.default")}
            tabs={[t("sample.option_first"), t("sample.option_second"), t("sample.option_third")].map(toTab)}
          />
        </State>
        <State state="many">
          <LinkTabs
            label={t("state.many")}
            tabs={Array.from({ length: 24 }, (_, index) => toTab(t("sample.numbered", { index }), index))}
          />
        </State>
      </Piece>
    </KitSection>
  );
}
