/** When the user last signed in by one of their ways in. */
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";

/** `at` is ISO 8601; null: it was never used. A line of its own in a row that wraps. */
export function LastUse({ at }: { at: string | null }) {
  const { t } = useTexts("account");
  return (
    <span className="basis-full text-sm text-muted">
      {at === null ? (
        t("security.never_used")
      ) : (
        <TimeInText iso={at}>{(date) => t("security.last_used", { date })}</TimeInText>
      )}
    </span>
  );
}
