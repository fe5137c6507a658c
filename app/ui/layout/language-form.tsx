/** Choosing the language: one button each, a plain form that needs no script. */
import clsx from "clsx";
import { LANGUAGES, LOCALES, type Locale } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { ReturnTo } from "./return-to";

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
          {LANGUAGES[choice].name}
        </button>
      ))}
    </PostForm>
  );
}
