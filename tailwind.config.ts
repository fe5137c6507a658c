/** The look as Tailwind's theme: every colour is a variable of `app/ui/theme.css`, so a class is right in both themes. */
import type { Config } from "tailwindcss";
import palette from "tailwindcss/colors";
import plugin from "tailwindcss/plugin";
import { DRAWER_MAX_WIDTH_REM, LOADING_SHOWN_AFTER_MS, TRANSITION_MS } from "./app/domain/limits";

/** Tailwind accepts a function that makes a colour, though its types name only strings. */
type Colour = string;

export default {
  darkMode: "class",
  content: {
    relative: true,
    files: ["./app/root.tsx", "./app/{routes,ui}/**/!(*.test).{ts,tsx}"],
  },
  future: { hoverOnlyWhenSupported: true },
  // Opacity is mixed in by the colour functions below; without them each class would carry an unused variable.
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
      // The charts' first theme is the product's own accent.
      blue: { ...palette.blue, 500: token("accent-text") },
      red: palette.red,
      green: palette.green,
      purple: palette.purple,
      canvas: token("canvas"),
      surface: token("surface"),
      sunken: token("sunken"),
      line: { DEFAULT: token("line"), strong: token("line-strong") },
      text: token("text"),
      muted: token("muted"),
      faint: token("faint"),
      accent: {
        DEFAULT: token("accent"),
        hover: token("accent-hover"),
        soft: token("accent-soft"),
        text: token("accent-text"),
      },
      good: { DEFAULT: token("good"), soft: token("good-soft") },
      bad: { DEFAULT: token("bad"), soft: token("bad-soft") },
      warn: { DEFAULT: token("warn"), soft: token("warn-soft") },
      ring: token("ring"),
      tremor: tremorColours(),
      "dark-tremor": tremorColours(),
    },
    fontFamily: {
      sans: ['"Inter Variable"', "Inter", "system-ui", "sans-serif"],
      mono: ["ui-monospace", "SFMono-Regular", "Menlo", "monospace"],
    },
    // In rem, so that a reader's own text size is obeyed; 1rem is 16 px unless they say otherwise.
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
      maxWidth: { page: "75rem", form: "23rem", drawer: `${DRAWER_MAX_WIDTH_REM}rem` },
      transitionDuration: { DEFAULT: `${TRANSITION_MS}ms` },
      letterSpacing: { title: "-0.015em" },
      keyframes: {
        "slide-up": { from: { opacity: "0", transform: "translateY(8px)" } },
        "slide-from-right": { from: { transform: "translateX(100%)" } },
        "fade-in": { from: { opacity: "0" } },
        creep: { from: { transform: "scaleX(0)" }, to: { transform: "scaleX(0.9)" } },
      },
      animation: {
        "slide-up": `slide-up ${TRANSITION_MS}ms ease-out`,
        "slide-from-right": `slide-from-right ${TRANSITION_MS}ms ease-out`,
        "fade-in": `fade-in ${TRANSITION_MS}ms ease-out`,
        "fade-in-late": `fade-in ${TRANSITION_MS}ms ease-out ${LOADING_SHOWN_AFTER_MS}ms both`,
        creep: "creep 8s cubic-bezier(0.1, 0.7, 0.1, 1) forwards",
      },
    },
  },
  plugins: [
    plugin(({ addVariant }) => {
      // Where scripts are off: plain lists take the place of what needs a script to work.
      addVariant("noscript", "@media (scripting: none)");
      addVariant("open-popover", "&:popover-open");
    }),
  ],
} satisfies Config;

/** A theme variable that obeys `/50` as other Tailwind colours do. */
function token(name: string): Colour {
  const mix = ({ opacityValue }: { opacityValue?: string | number }) =>
    opacityValue === undefined
      ? `var(--${name})`
      : `color-mix(in srgb, var(--${name}) calc(${opacityValue} * 100%), transparent)`;
  return mix as unknown as Colour;
}

/** The names that Tremor's charts ask for; light and dark are one, because the variables change. */
function tremorColours() {
  return {
    brand: {
      faint: token("accent-soft"),
      muted: token("accent-soft"),
      subtle: token("ring"),
      DEFAULT: token("accent"),
      emphasis: token("accent-hover"),
      inverted: palette.white,
    },
    background: {
      muted: token("sunken"),
      subtle: token("sunken"),
      DEFAULT: token("surface"),
      emphasis: token("muted"),
    },
    border: { DEFAULT: token("line") },
    ring: { DEFAULT: token("ring") },
    content: {
      subtle: token("muted"),
      DEFAULT: token("muted"),
      emphasis: token("text"),
      strong: token("text"),
      inverted: token("surface"),
    },
  };
}
