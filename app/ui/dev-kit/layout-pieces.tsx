/** /dev/kit: cards, the grid of cards, and sections. */
import { Button } from "../kit/button";
import { Card, CardBody, CardFooter, CardGrid, CardHeader, Section, type CardGridProps } from "../kit/card";
import { StatTile } from "../kit/stat-tile";
import { useTexts } from "../use-texts";
import { KitSection, Piece, State } from "./kit-frame";

const COLUMNS: readonly CardGridProps["max"][] = [2, 3, 4, 5, 6, 7, 8];
const WIDTHS = ["sm", "md", "lg", "xl"] as const;

export function LayoutPieces() {
  return (
    <KitSection name="layout">
      <Cards />
      <Grids />
      <Sections />
      <Tiles />
    </KitSection>
  );
}

function Cards() {
  const { t } = useTexts("kit");
  return (
    <Piece name="Card" isWide>
      <State state="default">
        <Card>
          <CardHeader
            title={t("sample.title")}
            description={t("sample.sentence")}
            actions={<Button size="sm">{t("sample.open")}</Button>}
          />
          <CardBody>{t("sample.sentence")}</CardBody>
          <CardFooter>
            <Button size="sm">{t("sample.cancel")}</Button>
            <Button size="sm" variant="primary">
              {t("sample.save")}
            </Button>
          </CardFooter>
        </Card>
      </State>
      <State state="long">
        <Card className="[overflow-wrap:anywhere]">
          <CardHeader title={t("sample.long")} description={t("sample.long")} />
          <CardBody>{t("sample.long")}</CardBody>
        </Card>
      </State>
    </Piece>
  );
}

function Grids() {
  const { t } = useTexts("kit");
  return (
    <Piece name="CardGrid" isWide>
      {COLUMNS.map((max) => (
        <div key={max} className="grid gap-2">
          <p className="text-xs font-medium text-muted">{t("columns", { max })}</p>
          <CardGrid max={max} cards="tight">
            {Array.from({ length: max }, (_, index) => (
              <Card key={index} className="px-3 py-2 text-center text-sm text-muted">
                {index + 1}
              </Card>
            ))}
          </CardGrid>
        </div>
      ))}
    </Piece>
  );
}

function Sections() {
  return (
    <Piece name="Section" isWide>
      {WIDTHS.map((width) => (
        <Section key={width} width={width}>
          <Card className="px-3 py-2 text-center font-mono text-sm text-muted">{width}</Card>
        </Section>
      ))}
    </Piece>
  );
}

const TREND = [12, 18, 15, 22, 30, 28];

function Tiles() {
  const { t } = useTexts("kit");
  return (
    <Piece name="StatTile">
      <State state="default">
        <StatTile value="$56.2k" label={t("sample.revenue")} />
      </State>
      <State state="up">
        <StatTile
          value="$56.2k"
          label={t("sample.revenue")}
          change="12.4%"
          period={t("sample.period")}
          icon="circle-dollar-sign"
          trend={TREND}
        />
      </State>
      <State state="down">
        <StatTile
          value="1.9%"
          label={t("sample.revenue")}
          change="-0.4%"
          period={t("sample.period")}
          icon="user-minus"
          trend={TREND.toReversed()}
        />
      </State>
      <State state="link">
        <StatTile value="18" label={t("sample.revenue")} detail={t("sample.period")} link="#StatTile" />
      </State>
      <State state="long">
        <StatTile value="$123,456,789,012,345,678" label={t("sample.long")} change="-12.4%" />
      </State>
    </Piece>
  );
}
