/** The sizes and colours of the charts. Apart from limits.ts, because pages without a chart do not load them. */

export const CHART_HEIGHT_PX = 150;
export const CHART_WIDTH_PX = 300;
export const CHART_AREA_HEIGHT_EM = 13.5;
export const CHART_BLOCK_MIN_HEIGHT_REM = 10;
export const CHART_ANIMATION_MS = 1000;
export const CHART_FONT_PX = 11;
export const CHART_TOOLTIP_BACKGROUND = "#404958";
export const CHART_TOOLTIP_PADDING_PX = 10;
