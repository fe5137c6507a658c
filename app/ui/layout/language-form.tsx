/** The form that chooses the language, with one button for each. It works without scripts. */
import { useLocation } from "@remix-run/react";
import clsx from "clsx";
import { LANGUAGES, LOCALES } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { useTexts } from "../use-texts";

interface LanguageFormProps extends Omit<LanguageButtonsProps, "locale"> {
  className?: string;
}

/**
 * Posts `locale` to /preferences; the page is then loaded in the new language. The current language is marked. By default
 * it looks as in a page's footer: a line of links.
 */
export function LanguageForm({ className = "flex gap-4 text-sm", ...classNames }: LanguageFormProps) {
  const { locale } = useTexts("common");
  return (
    <PostForm action={paths.preferences} className={className}>
      <ReturnTo />
      <LanguageButtons locale={locale} {...classNames} />
    </PostForm>
  );
}

interface LanguageButtonsProps {
  /** The current language. */
  locale: string;
  buttonClassName?: string;
  chosenClassName?: string;
}

/** The buttons of the form, also for a document without a router. */
export function LanguageButtons({
  locale,
  buttonClassName = "rounded-sm py-1 text-muted underline-offset-4 hover:underline",
  chosenClassName = "font-medium text-text",
}: LanguageButtonsProps) {
  return LOCALES.map((choice) => (
    <button
      key={choice}
      name="locale"
      value={choice}
      lang={choice}
      aria-pressed={choice === locale}
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
