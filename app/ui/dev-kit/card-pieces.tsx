/**
 * /dev/kit: the payment card. The same parts as in a form, around a text in place of the payment provider's frame: the kit
 * loads no script of another server.
 */
import { CardDisplay } from "../billing/card-display";
import { CardFrame, CardGroup, CardLoading, CardNeedsScript, CardUnavailable } from "../form/card-frame";
import { useTexts } from "../use-texts";
import { CARD_ENTRY_FONT_PX } from "../form/card-input";
import { WithErrors } from "./kit-errors";
import { KitSection, Piece, State } from "./kit-frame";

export function CardPieces() {
  const { t } = useTexts("kit");
  const label = t("sample.card");
  return (
    <KitSection name="payment">
      <Piece name="CardField">
        <State state="filled">
          <CardGroup label={label}>
            <FilledFrame />
          </CardGroup>
        </State>
        <State state="focus">
          <CardGroup label={label}>
            <FilledFrame isFocused />
          </CardGroup>
        </State>
        <State state="error">
          <WithErrors>
            <CardGroup label={label}>
              <FilledFrame isInvalid />
            </CardGroup>
          </WithErrors>
        </State>
        <State state="loading">
          <CardGroup label={label}>
            <CardLoading />
          </CardGroup>
        </State>
        <State state="unavailable">
          <CardGroup label={label}>
            <CardUnavailable />
          </CardGroup>
        </State>
        <State state="without_scripts">
          <CardGroup label={label}>
            <CardNeedsScript />
          </CardGroup>
        </State>
      </Piece>
      <Piece name="CardDisplay">
        <State state="default">
          <CardDisplay brand="visa" expires="12/34" last_four="4242" />
        </State>
      </Piece>
    </KitSection>
  );
}

function FilledFrame(state: { isFocused?: boolean; isInvalid?: boolean }) {
  return (
    <CardFrame isReady {...state}>
      <p className="flex justify-between gap-3 tabular-nums" style={{ fontSize: CARD_ENTRY_FONT_PX }}>
        <span>4242 4242 4242 4242</span>
        <span>12 / 34</span>
      </p>
    </CardFrame>
  );
}
