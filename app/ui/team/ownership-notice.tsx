/** The offer of an account's ownership: the admin answers it, after a question, and the owner can withdraw it. */
import type { ReactNode, RefObject } from "react";
import { OWNERSHIP_ANSWERS, toAnswerPath, type OwnershipAnswer } from "~/domain/ownership";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Button, ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { useFocusOnChange } from "../use-focus-on-change";
import { useTexts } from "../use-texts";

interface Offer {
  kind: "to_me" | "by_me";
  /** The account that is offered to the viewer, or the admin whom the viewer offers it to. */
  name: string;
}

interface OwnershipNoticeProps {
  offer: Offer | null;
  /** The answer that the viewer has chosen, and that is asked for once more. */
  answer: OwnershipAnswer | null;
}

/** Nothing without an offer; it then gives the focus to the page's heading, because its own button is gone. */
export function OwnershipNotice({ offer, answer }: OwnershipNoticeProps) {
  const title = useFocusOnChange<HTMLSpanElement>(`${offer?.kind ?? "none"} ${answer ?? ""}`);
  if (!offer) return null;
  return (
    <div className="mb-4">
      {offer.kind === "by_me" ? (
        <SentOffer name={offer.name} title={title} />
      ) : answer ? (
        <Question account={offer.name} answer={answer} title={title} />
      ) : (
        <ReceivedOffer account={offer.name} title={title} />
      )}
    </div>
  );
}

type TitleRef = RefObject<HTMLSpanElement>;

function SentOffer({ name, title }: { name: string; title: TitleRef }) {
  const { t } = useTexts("team");
  return (
    <Notice
      tone="accent"
      title={<Title titleRef={title}>{t("owner.waiting", { name })}</Title>}
      action={
        <PostForm intent="decline-ownership">
          <Button type="submit" size="sm">
            {t("owner.withdraw")}
          </Button>
        </PostForm>
      }
    >
      {t("owner.waiting_text")}
    </Notice>
  );
}

interface ReceivedOfferProps {
  account: string;
  title: TitleRef;
}

/** The buttons are links to the question, so that it is asked without scripts as well. */
function ReceivedOffer({ account, title }: ReceivedOfferProps) {
  const { t } = useTexts("team");
  const actions = OWNERSHIP_ANSWERS.map((answer) => (
    <ButtonLink
      key={answer}
      to={toAnswerPath(answer)}
      size="sm"
      variant={answer === "accept" ? "primary" : "secondary"}
      preventScrollReset
    >
      {t(`owner.${answer}`)}
    </ButtonLink>
  ));
  return (
    <Notice
      tone="accent"
      title={<Title titleRef={title}>{t("owner.offered_to_you", { account })}</Title>}
      action={<Actions>{actions}</Actions>}
    >
      {t("owner.offered_to_you_text")}
    </Notice>
  );
}

function Question({ account, answer, title }: ReceivedOfferProps & { answer: OwnershipAnswer }) {
  const { t } = useTexts("team");
  const cancelLabel = useTexts("layout").t("cancel");
  return (
    <Notice
      tone="accent"
      title={<Title titleRef={title}>{t(`owner.${answer}_question`, { account })}</Title>}
      action={
        <Actions>
          <ButtonLink to={paths.account} size="sm" preventScrollReset>
            {cancelLabel}
          </ButtonLink>
          <PostForm intent={`${answer}-ownership`}>
            <Button type="submit" size="sm" variant="primary">
              {t(`owner.${answer}_confirm`)}
            </Button>
          </PostForm>
        </Actions>
      }
    >
      {t(`owner.${answer}_consequence`)}
    </Notice>
  );
}

/** A script focuses it, so it needs no outline. */
function Title({ titleRef, children }: { titleRef: TitleRef; children: ReactNode }) {
  return (
    <span ref={titleRef} tabIndex={-1} className="outline-none">
      {children}
    </span>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>;
}
