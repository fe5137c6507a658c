/** /dev/kit: the brand, with the contrast of every pair of colours that the accent is part of, in the theme that is shown. */
import { useSyncExternalStore } from "react";
import { ACCENT_PAIRS, getContrast, TEXT_CONTRAST_MIN, type ColorPair } from "~/domain/contrast";
import { PRODUCT_NAME } from "~/domain/product";
import { BrandLink, BrandMark } from "../kit/brand";
import { useTexts } from "../use-texts";
import { KitSection, Piece, State } from "./kit-frame";

/** A capital and a small letter show how thin strokes may be. */
const SAMPLE = "Aa";

export function BrandPieces() {
  const { t } = useTexts("kit");
  return (
    <KitSection name="brand">
      <Piece name="BrandLink">
        <State state="default">
          <BrandLink />
        </State>
        <State state="icon">
          <BrandMark />
        </State>
      </Piece>
      <Piece name={t("brand.colors", { name: PRODUCT_NAME })}>
        {ACCENT_PAIRS.map((pair) => (
          <ContrastSample key={`${pair.front} ${pair.back}`} {...pair} />
        ))}
      </Piece>
    </KitSection>
  );
}

function ContrastSample({ front, back, least }: ColorPair) {
  const { t } = useTexts("kit");
  const contrast = useContrast(front, back);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 text-sm">
      <span
        aria-hidden
        className="grid size-9.5 place-items-center rounded-md border border-line text-lg font-semibold"
        style={{ color: toValue(front), background: toValue(back) }}
      >
        {least < TEXT_CONTRAST_MIN ? (
          <span className="size-5 rounded-full border-[3px]" style={{ borderColor: toValue(front) }} />
        ) : (
          SAMPLE
        )}
      </span>
      <span className="min-w-0">
        <span className="block truncate">{t("brand.pair", { front, back })}</span>
        {contrast === null ? null : (
          <span className="block text-muted">
            {t("brand.contrast", { contrast: contrast.toFixed(2), least })}
          </span>
        )}
      </span>
    </div>
  );
}

const toValue = (name: string) => (name === "white" ? "#fff" : `var(--${name})`);

/** Read from the page, because the theme decides it; null until scripts run. */
function useContrast(front: string, back: string): number | null {
  return useSyncExternalStore(
    followNothing,
    () => readContrast(front, back),
    () => null,
  );
}

/** The theme changes with the page. */
const followNothing = () => () => undefined;

function readContrast(front: string, back: string): number {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => (name === "white" ? "#ffffff" : style.getPropertyValue(`--${name}`).trim());
  return getContrast(read(front), read(back));
}
