/** /dev/kit: buttons, links and the switch that acts at once. */
import type { ReactNode } from "react";
import { paths } from "~/domain/paths";
import { Button, ButtonLink, type ButtonVariant } from "../kit/button";
import { Icon } from "../kit/icon";
import { SwitchButton } from "../kit/switch-button";
import { TextLink } from "../kit/text-link";
import { useTexts } from "../use-texts";
import { KitSection, Piece, State } from "./kit-frame";

const VARIANTS: readonly ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];

export function ActionPieces() {
  return (
    <KitSection name="actions">
      <Buttons />
      <Links />
      <Switches />
    </KitSection>
  );
}

function Buttons() {
  const { t } = useTexts("kit");
  const label = t("sample.save");
  return (
    <Piece name="Button">
      <State state="default">
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              {label}
            </Button>
          ))}
        </Row>
      </State>
      <State state="small">
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size="sm">
              {label}
            </Button>
          ))}
        </Row>
      </State>
      <State state="icon">
        <Row>
          <Button isIcon aria-label={t("sample.settings")}>
            <Icon name="settings" />
          </Button>
          <Button variant="primary">
            <Icon name="user-plus" />
            {label}
          </Button>
        </Row>
      </State>
      <State state="focus">
        <Button variant="primary">{label}</Button>
      </State>
      <State state="disabled">
        <Row>
          <Button disabled variant="primary">
            {label}
          </Button>
          <Button disabled>{label}</Button>
        </Row>
      </State>
      <State state="loading">
        <Row>
          <Button isLoading variant="primary">
            {label}
          </Button>
          <Button isLoading>{label}</Button>
        </Row>
      </State>
      <State state="long">
        <Button>{t("sample.long")}</Button>
      </State>
      <State state="block">
        <Button variant="primary" isBlock>
          {label}
        </Button>
      </State>
    </Piece>
  );
}

function Links() {
  const { t } = useTexts("kit");
  return (
    <>
      <Piece name="ButtonLink">
        <State state="default">
          <ButtonLink to={paths.devKit}>{t("sample.open")}</ButtonLink>
        </State>
        <State state="focus">
          <ButtonLink to={paths.devKit}>{t("sample.open")}</ButtonLink>
        </State>
      </Piece>
      <Piece name="TextLink">
        <State state="default">
          <TextLink to={paths.devKit}>{t("sample.open")}</TextLink>
        </State>
        <State state="focus">
          <TextLink to={paths.devKit}>{t("sample.open")}</TextLink>
        </State>
      </Piece>
    </>
  );
}

function Switches() {
  const { t } = useTexts("kit");
  return (
    <Piece name="SwitchButton">
      <State state="off">
        <SwitchButton label={t("sample.setting")} isOn={false} />
      </State>
      <State state="on">
        <SwitchButton label={t("sample.setting")} isOn />
      </State>
      <State state="disabled">
        <SwitchButton label={t("sample.setting")} isOn isDisabled />
      </State>
    </Piece>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}
