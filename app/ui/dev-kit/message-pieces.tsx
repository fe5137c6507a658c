/** /dev/kit: what tells the reader something: badges, notices, empty states, progress and toasts. */
import { PROGRESS_MAX } from "~/domain/limits";
import { Badge, type Tone } from "../kit/badge";
import { Button } from "../kit/button";
import { EmptyState, Skeleton } from "../kit/empty-state";
import { Spinner } from "../kit/loading";
import { Notice } from "../kit/notice";
import { Progress } from "../kit/progress";
import { showToast, type ToastContent } from "../toast/toast";
import { useTexts } from "../use-texts";
import { KitSection, Piece, State } from "./kit-frame";

const TONES: readonly Tone[] = ["good", "warn", "bad", "accent", "neutral"];

export function MessagePieces() {
  return (
    <KitSection name="messages">
      <Badges />
      <Notices />
      <Waiting />
      <EmptyStates />
      <Toasts />
    </KitSection>
  );
}

function Badges() {
  const { t } = useTexts("kit");
  return (
    <Piece name="Badge">
      <State state="default">
        <div className="flex flex-wrap gap-2">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {t(`tone.${tone}`)}
            </Badge>
          ))}
        </div>
      </State>
      <State state="long">
        <Badge title={t("sample.long")}>
          <span className="truncate">{t("sample.long")}</span>
        </Badge>
      </State>
    </Piece>
  );
}

function Notices() {
  const { t } = useTexts("kit");
  return (
    <Piece name="Notice" isWide>
      <State state="default">
        <div className="grid gap-2">
          {TONES.map((tone) => (
            <Notice key={tone} tone={tone}>
              {t("sample.sentence")}
            </Notice>
          ))}
        </div>
      </State>
      <State state="long">
        <Notice tone="warn" title={t("sample.title")} action={<Button size="sm">{t("sample.open")}</Button>}>
          {t("sample.long")}
        </Notice>
      </State>
    </Piece>
  );
}

function Waiting() {
  const { t } = useTexts("kit");
  return (
    <>
      <Piece name="Progress">
        <State state="indeterminate">
          <Progress label={t("sample.upload")} />
        </State>
        <State state="loading">
          <Progress label={t("sample.upload")} value={40} />
        </State>
        <State state="complete">
          <Progress label={t("sample.upload")} value={PROGRESS_MAX} />
        </State>
        <State state="error">
          <Progress label={t("sample.upload")} value={90} isBad />
        </State>
      </Piece>
      <Piece name="Spinner">
        <State state="loading">
          <Spinner label={t("state.loading")} className="size-6" />
        </State>
      </Piece>
      <Piece name="Skeleton">
        <State state="loading">
          <Skeleton />
        </State>
      </Piece>
    </>
  );
}

function EmptyStates() {
  const { t } = useTexts("kit");
  return (
    <Piece name="EmptyState">
      <State state="empty">
        <EmptyState icon="inbox" text={t("sample.nothing")} />
      </State>
      <State state="action">
        <EmptyState
          icon="search-x"
          text={t("sample.nothing")}
          action={<Button size="sm">{t("sample.open")}</Button>}
        />
      </State>
    </Piece>
  );
}

function Toasts() {
  const { t } = useTexts("kit");
  const toast = (state: "success" | "error" | "long" | "action", content: ToastContent) => (
    <State state={state}>
      <Button size="sm" onClick={() => showToast(content)}>
        {t("sample.show")}
      </Button>
    </State>
  );
  return (
    <Piece name="Toast">
      {toast("success", { title: t("sample.saved"), variant: "success" })}
      {toast("error", { title: t("sample.failed"), description: t("sample.sentence"), variant: "error" })}
      {toast("long", { title: t("sample.long"), description: t("sample.long") })}
      {toast("action", {
        title: t("sample.failed"),
        variant: "error",
        retry: { label: t("sample.again"), run: () => undefined },
      })}
    </Piece>
  );
}
