/** Choosing the language: one button each, a plain form that needs no script. */
import clsx from "clsx";
import { LOCALES, type Locale } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { ReturnTo } from "./return-to";

/** A language is called by its own name, so that who needs it can read it. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: "English", es: "Español" };

export interface LanguageFormProps {
  locale: Locale;
  className?: string;
  buttonClassName: string;
  chosenClassName: string;
}

/** Posts `locale` to /preferences; the page is loaded anew in the new language. The language in use is marked for eyes and for screen readers. */
export function LanguageForm({ locale, className, buttonClassName, chosenClassName }: LanguageFormProps) {
  return (
    <PostForm action={paths.preferences} className={className}>
      <ReturnTo />
      {LOCALES.map((choice) => (
        <button
          key={choice}
          name="locale"
          value={choice}
          lang={choice}
          aria-pressed={choice === locale}
          className={clsx(buttonClassName, choice === locale && chosenClassName)}
        >
          {LANGUAGE_NAMES[choice]}
        </button>
      ))}
    </PostForm>
  );
}
