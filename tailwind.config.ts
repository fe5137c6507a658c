/** Tailwind's theme. Every color is a variable of `app/ui/theme.css`, so a class is right in the light and the dark theme. */
import type { Config } from "tailwindcss";
import palette from "tailwindcss/colors";
import plugin from "tailwindcss/plugin";
import { DRAWER_MAX_WIDTH_REM, LOADING_SHOWN_AFTER_MS, TRANSITION_MS } from "./app/domain/limits";

export const DATE_BUTTON_WIDTH_PX = 280;
export const SELECT_MENU_MAX_HEIGHT_REM = 24;

/** Tailwind accepts a function as a color, though its types allow only strings. */
type Color = string;

export default {
  darkMode: "class",
  content: {
    relative: true,
    files: ["./app/root.tsx", "./app/{routes,ui}/**/!(*.test).{ts,tsx}"],
  },
  future: { hoverOnlyWhenSupported: true },
  // The color functions below add the opacity. With these plugins, each class would also set an unused variable.
  corePlugins: {
    backgroundOpacity: false,
    borderOpacity: false,
    divideOpacity: false,
    placeholderOpacity: false,
    ringOpacity: false,
    textOpacity: false,
  },
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      inherit: "inherit",
      white: palette.white,
      black: palette.black,
      // The first theme of the charts is the product's accent.
      blue: { ...palette.blue, 500: toThemeColor("accent-text") },
      red: palette.red,
      green: palette.green,
      purple: palette.purple,
      canvas: toThemeColor("canvas"),
      surface: toThemeColor("surface"),
      sunken: toThemeColor("sunken"),
      line: { DEFAULT: toThemeColor("line"), strong: toThemeColor("line-strong") },
      text: toThemeColor("text"),
      muted: toThemeColor("muted"),
      faint: toThemeColor("faint"),
      accent: {
        DEFAULT: toThemeColor("accent"),
        hover: toThemeColor("accent-hover"),
        soft: toThemeColor("accent-soft"),
        text: toThemeColor("accent-text"),
      },
      good: { DEFAULT: toThemeColor("good"), soft: toThemeColor("good-soft") },
      bad: { DEFAULT: toThemeColor("bad"), soft: toThemeColor("bad-soft") },
      warn: { DEFAULT: toThemeColor("warn"), soft: toThemeColor("warn-soft") },
      ring: toThemeColor("ring"),
      tremor: toTremorColors(),
      "dark-tremor": toTremorColors(),
    },
    fontFamily: {
      sans: ['"Inter Variable"', "Inter", "system-ui", "sans-serif"],
      mono: ["ui-monospace", "SFMono-Regular", "Menlo", "monospace"],
    },
    // In rem, to respect the text size that the user set in the browser; 1rem is 16 px by default.
    fontSize: {
      xs: ["0.75rem", "1rem"],
      sm: ["0.8125rem", "1.125rem"],
      control: ["0.84375rem", "1.25rem"],
      base: ["0.875rem", "1.25rem"],
      lg: ["0.9375rem", "1.375rem"],
      xl: ["1.125rem", "1.625rem"],
      "2xl": ["1.375rem", "1.75rem"],
      "3xl": ["1.625rem", "2rem"],
      "tremor-label": ["0.6875rem", "1rem"],
      "tremor-default": ["0.8125rem", "1.125rem"],
      "tremor-title": ["0.9375rem", "1.375rem"],
      "tremor-metric": ["1.625rem", "2rem"],
    },
    borderRadius: {
      none: "0",
      sm: "4px",
      DEFAULT: "8px",
      md: "7px",
      lg: "10px",
      card: "12px",
      full: "9999px",
      "tremor-small": "4px",
      "tremor-default": "8px",
      "tremor-full": "9999px",
    },
    boxShadow: {
      none: "none",
      control: "var(--shadow)",
      float: "var(--shadow-float)",
      "tremor-card": "var(--shadow)",
      "tremor-dropdown": "var(--shadow-float)",
      "dark-tremor-card": "var(--shadow)",
      "dark-tremor-dropdown": "var(--shadow-float)",
    },
    extend: {
      borderColor: { DEFAULT: "var(--line)" },
      spacing: { 7.5: "1.875rem", 9.5: "2.375rem", bar: "3.5rem" },
      maxWidth: {
        page: "75rem",
        form: "23rem",
        drawer: `${DRAWER_MAX_WIDTH_REM}rem`,
        date: `${DATE_BUTTON_WIDTH_PX}px`,
      },
      maxHeight: { select: `${SELECT_MENU_MAX_HEIGHT_REM}rem` },
      transitionDuration: { DEFAULT: `${TRANSITION_MS}ms` },
      letterSpacing: { title: "-0.015em" },
      keyframes: {
        "slide-up": { from: { opacity: "0", transform: "translateY(8px)" } },
        "slide-from-left": { from: { transform: "translateX(-100%)" } },
        "slide-from-right": { from: { transform: "translateX(100%)" } },
        "fade-in": { from: { opacity: "0" } },
        creep: { from: { transform: "scaleX(0)" }, to: { transform: "scaleX(0.9)" } },
      },
      animation: {
        "slide-up": `slide-up ${TRANSITION_MS}ms ease-out`,
        "slide-from-left": `slide-from-left ${TRANSITION_MS}ms ease-out`,
        "slide-from-right": `slide-from-right ${TRANSITION_MS}ms ease-out`,
        "fade-in": `fade-in ${TRANSITION_MS}ms ease-out`,
        "fade-in-late": `fade-in ${TRANSITION_MS}ms ease-out ${LOADING_SHOWN_AFTER_MS}ms both`,
        creep: "creep 8s cubic-bezier(0.1, 0.7, 0.1, 1) forwards",
      },
    },
  },
  plugins: [
    plugin(({ addVariant }) => {
      // Without scripts, plain lists replace what needs a script.
      addVariant("noscript", "@media (scripting: none)");
      addVariant("open-popover", "&:popover-open");
      addVariant("in-dark", [
        ".dark &",
        "@media (prefers-color-scheme: dark) { :root:not(.light, .dark) & }",
      ]);
    }),
  ],
} satisfies Config;

/** A theme variable that supports an opacity such as `/50`, as other Tailwind colors do. */
function toThemeColor(name: string): Color {
  const mix = ({ opacityValue }: { opacityValue?: string | number }) =>
    opacityValue === undefined
      ? `var(--${name})`
      : `color-mix(in srgb, var(--${name}) calc(${opacityValue} * 100%), transparent)`;
  return mix as unknown as Color;
}

/** The colors that Tremor's charts use. Light and dark are the same, because the variables change. */
function toTremorColors() {
  return {
    brand: {
      faint: toThemeColor("accent-soft"),
      muted: toThemeColor("accent-soft"),
      subtle: toThemeColor("ring"),
      DEFAULT: toThemeColor("accent"),
      emphasis: toThemeColor("accent-hover"),
      inverted: palette.white,
    },
    background: {
      muted: toThemeColor("sunken"),
      subtle: toThemeColor("sunken"),
      DEFAULT: toThemeColor("surface"),
      emphasis: toThemeColor("muted"),
    },
    border: { DEFAULT: toThemeColor("line") },
    ring: { DEFAULT: toThemeColor("ring") },
    content: {
      subtle: toThemeColor("muted"),
      DEFAULT: toThemeColor("muted"),
      emphasis: toThemeColor("text"),
      strong: toThemeColor("text"),
      inverted: toThemeColor("surface"),
    },
  };
}
