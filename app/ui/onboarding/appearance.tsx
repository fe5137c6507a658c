/** The step of the introduction that sets language and theme. Each choice shows at once, and is saved for all devices. */
import clsx from "clsx";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Icon } from "../kit/icon";
import { HAS_LANGUAGE_CHOICE, LanguageForm, ReturnTo } from "../layout/language-form";
import { useRoot } from "../use-page";
import { useTexts } from "../use-texts";

export function Appearance() {
  const { t } = useTexts("welcome");
  const { theme } = useRoot();
  return (
    <div className="grid max-w-md gap-6">
      {HAS_LANGUAGE_CHOICE && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium">{t("language")}</legend>
          <LanguageForm className={CHOICES} buttonClassName={CHOICE} chosenClassName={CHOSEN} />
        </fieldset>
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">{t("theme")}</legend>
        <PostForm action={paths.preferences} className={CHOICES} keepsScroll>
          <ReturnTo />
          <ThemeChoice isDark={false} isChosen={theme === "light"} />
          <ThemeChoice isDark isChosen={theme === "dark"} />
        </PostForm>
      </fieldset>
    </div>
  );
}

function ThemeChoice({ isDark, isChosen }: { isDark: boolean; isChosen: boolean }) {
  const { t } = useTexts("welcome");
  return (
    <button
      name="dark_mode"
      value={String(isDark)}
      aria-pressed={isChosen}
      className={clsx(CHOICE, isChosen && CHOSEN)}
    >
      <Icon name={isDark ? "moon" : "sun"} />
      {isDark ? t("dark") : t("light")}
    </button>
  );
}

const CHOICES = "grid grid-cols-2 gap-3";
const CHOICE =
  "flex min-h-12 items-center justify-center gap-2 rounded-card border border-line-strong px-3 py-2 font-medium text-muted hover:border-line-strong hover:text-text";
const CHOSEN = "!border-accent-text bg-accent-soft !text-accent-text";
