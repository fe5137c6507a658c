/** The form that chooses the language, with one button for each. It works without scripts. */
import { useLocation, useRouteLoaderData } from "@remix-run/react";
import clsx from "clsx";
import { LANGUAGES, LOCALES } from "~/domain/locales";
import { paths } from "~/domain/paths";
import type { RootData } from "~/domain/root-data";
import { PostForm } from "../form/post-form";
import { useTexts } from "../use-texts";

/** A product in one language shows no choice. */
export const HAS_LANGUAGE_CHOICE = LOCALES.length > 1;

interface LanguageFormProps extends Omit<LanguageButtonsProps, "locale" | "hasFocus"> {
  className?: string;
  /** False in a menu, which is closed on the new document. */
  keepsFocus?: boolean;
}

/**
 * Posts `locale` to /preferences; the page is then loaded in the new language. The current language is marked. By default
 * it looks as in a page's footer: a line of links.
 */
export function LanguageForm({
  className = "flex gap-4 text-sm",
  keepsFocus = true,
  ...classNames
}: LanguageFormProps) {
  const { locale } = useTexts("common");
  const isFocused = useRouteLoaderData<RootData>("root")?.focusesLanguage;
  if (!HAS_LANGUAGE_CHOICE) return null;
  return (
    <PostForm action={paths.preferences} className={className}>
      <ReturnTo />
      <LanguageButtons locale={locale} hasFocus={keepsFocus && isFocused} {...classNames} />
    </PostForm>
  );
}

interface LanguageButtonsProps {
  /** The current language. */
  locale: string;
  /** The page's document is new because this language was chosen. */
  hasFocus?: boolean;
  buttonClassName?: string;
  chosenClassName?: string;
}

/** The buttons of the form, also for a document without a router; none where there is one language. */
export function LanguageButtons({
  locale,
  hasFocus = false,
  buttonClassName = "rounded-sm py-1 text-muted underline-offset-4 hover:underline",
  chosenClassName = "font-medium text-text",
}: LanguageButtonsProps) {
  if (!HAS_LANGUAGE_CHOICE) return null;
  return LOCALES.map((choice) => (
    <button
      key={choice}
      name="locale"
      value={choice}
      lang={choice}
      aria-pressed={choice === locale}
      autoFocus={hasFocus && choice === locale}
      className={clsx(buttonClassName, choice === locale && chosenClassName)}
    >
      {LANGUAGES[choice].name}
    </button>
  ));
}

/** A hidden `return_to` with the path and query string of the page, so that a form in a layout returns to it. */
export function ReturnTo() {
  const { pathname, search } = useLocation();
  return <input type="hidden" name="return_to" value={pathname + search} />;
}
