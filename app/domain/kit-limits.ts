/** The sizes and times of single pieces of the interface. */

export const TOOLTIP_OPEN_DELAY_MS = 700;
/** A tooltip opens without a delay when another one closed within this time. */
export const TOOLTIP_SKIP_DELAY_MS = 300;
export const DATE_BUTTON_WIDTH_PX = 280;
export const SELECT_MENU_MAX_HEIGHT_REM = 24;
export const CARD_ENTRY_FONT_PX = 13;
