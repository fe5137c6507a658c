/** /dev/kit: dialogs, drawers and tooltips. They need scripts. */
import { Button } from "../kit/button";
import { Confirm } from "../kit/confirm";
import { Dialog, Drawer } from "../kit/dialog";
import { Icon } from "../kit/icon";
import { TextLink } from "../kit/text-link";
import { Tooltip } from "../kit/tooltip";
import { paths } from "~/domain/paths";
import { TextField } from "../form/fields";
import { useTexts } from "../use-texts";
import { KitSection, Piece, State } from "./kit-frame";

export function OverlayPieces() {
  return (
    <KitSection name="overlays">
      <Dialogs />
      <Drawers />
      <Tooltips />
    </KitSection>
  );
}

function Dialogs() {
  const { t } = useTexts("kit");
  return (
    <>
      <Piece name="Dialog">
        <State state="default">
          <Dialog
            trigger={<Button>{t("sample.open_dialog")}</Button>}
            title={t("sample.title")}
            description={t("sample.sentence")}
            footer={
              <Button size="sm" variant="primary">
                {t("sample.save")}
              </Button>
            }
          >
            <TextField name="dialog" label={t("sample.label")} />
          </Dialog>
        </State>
        <State state="long">
          <Dialog trigger={<Button>{t("sample.open_long_dialog")}</Button>} title={t("sample.long")}>
            <div className="grid gap-3">
              {Array.from({ length: 12 }, (_, index) => (
                <p key={index}>{t("sample.long")}</p>
              ))}
            </div>
          </Dialog>
        </State>
      </Piece>
      <Piece name="Confirm">
        <State state="default">
          <Confirm
            trigger={<Button variant="danger">{t("sample.remove")}</Button>}
            title={t("sample.question")}
            description={t("sample.sentence")}
            confirmLabel={t("sample.remove_it")}
          />
        </State>
      </Piece>
    </>
  );
}

function Drawers() {
  const { t } = useTexts("kit");
  return (
    <Piece name="Drawer">
      {(["left", "right"] as const).map((side) => (
        <State key={side} state={side}>
          <Drawer
            side={side}
            trigger={<Button>{t(`sample.open_${side}`)}</Button>}
            title={t("sample.title")}
            description={t("sample.sentence")}
          >
            <ul className="grid gap-2">
              <li>
                <TextLink to={paths.devKit}>{t("sample.option_first")}</TextLink>
              </li>
              <li>
                <TextLink to={paths.devKit}>{t("sample.option_second")}</TextLink>
              </li>
            </ul>
          </Drawer>
        </State>
      ))}
    </Piece>
  );
}

function Tooltips() {
  const { t } = useTexts("kit");
  return (
    <Piece name="Tooltip">
      <State state="default">
        <div className="flex gap-2">
          <Tooltip text={t("sample.settings")}>
            <Button isIcon aria-label={t("sample.settings")}>
              <Icon name="settings" />
            </Button>
          </Tooltip>
          <Tooltip text={t("sample.search")}>
            <Button isIcon aria-label={t("sample.search")}>
              <Icon name="search" />
            </Button>
          </Tooltip>
        </div>
      </State>
      <State state="long">
        <Tooltip text={t("sample.long")}>
          <Button isIcon aria-label={t("sample.long")}>
            <Icon name="info" />
          </Button>
        </Tooltip>
      </State>
    </Piece>
  );
}
