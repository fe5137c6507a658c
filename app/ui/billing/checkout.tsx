/** The checkout: the choice of a plan, a promotion code, the card, and the summary with the button that pays. */
import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import type { CardView } from "~/domain/billing";
import type { CheckoutOffer, OrderPreview } from "~/domain/checkout";
import type { FormAccepted, FormReply } from "~/domain/forms/reply";
import { hasRoom, listLosses, needsCard, type PlanView } from "~/domain/plans";
import { ActionForm, SubmitButton } from "../form/action-form";
import { usePosted } from "../form/replies";
import { Button } from "../kit/button";
import { Notice } from "../kit/notice";
import { useIsHydrated, useRoot } from "../use-page";
import { useTexts } from "../use-texts";
import { CardBox, CardOnFile } from "./card-box";
import { LossNotice } from "./loss-notice";
import { formatSubmit, type Order } from "./order";
import { OrderSummary } from "./order-summary";
import { PlanChoice } from "./plan-choice";
import { formatBrand } from "./plan-text";
import { PromotionField } from "./promotion-field";
import { TooManyMembers } from "./too-many-members";

interface CheckoutProps {
  offer: CheckoutOffer;
  /** The page with another choice, whose loader returns the price as `order`. */
  toUrl: (plan: string, code: string) => string;
  /** Hidden inputs. */
  fields?: Readonly<Record<string, string>>;
  onDone?: (reply: FormAccepted) => void;
}

export function Checkout({ offer, toUrl, fields, onDone }: CheckoutProps) {
  const posted = usePosted({ fields });
  // Without scripts the page renders again with the submitted values, and the card's error belongs to the submitted plan.
  const sent = posted?.ok === false ? posted.values?.plan : undefined;
  const [chosen, setChosen] = useState(typeof sent === "string" ? sent : offer.order.plan);
  // The first attempt may save its card, and the field must stay while the bank's answer to it is open.
  const [card] = useState(offer.card);
  const { order: price, isLoading, update } = useOrderPreview(offer.order, toUrl);
  const plan = offer.plans.find(({ id }) => id === chosen);
  const order = plan && createOrder(plan, offer, price);
  const loss = plan && findLoss(plan, offer);
  const choose = (id: string) => {
    setChosen(id);
    const next = offer.plans.find((one) => one.id === id);
    if (next && needsCard(next) && offer.takesCards) update(id, price.code);
  };
  return (
    <ActionForm
      fields={fields}
      schema={() => import("~/domain/forms/billing").then((forms) => forms.planForm)}
      onDone={onDone}
      className="lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6"
    >
      <div className="grid min-w-0 content-start gap-[18px]">
        <PlanChoice
          plans={offer.plans}
          chosen={chosen}
          current={offer.current}
          canKeep={offer.current !== null && offer.actions[offer.current] === "resume"}
          onChoose={choose}
        />
      </div>
      <div className="grid min-w-0 content-start gap-4 lg:sticky lg:top-6 lg:self-start">
        {order ? <OrderSummary order={order} isLoading={isLoading} /> : <NothingChosen />}
        <PreviewedMoment order={order} />
        {loss ? <LossNotice key={loss.plan.id} {...loss} /> : null}
        {order && paysNow(order, offer) ? (
          <>
            <PromotionField
              applied={price.code}
              error={price.codeError}
              isForFirstPayment={price.isForFirstPayment}
              onApply={(code) => update(chosen, code)}
            />
            <Payment offer={{ ...offer, card }} />
          </>
        ) : null}
        <CheckoutNotes plan={plan} takesCards={offer.takesCards} posted={posted} />
        {order ? <Submit order={order} /> : null}
      </div>
    </ActionForm>
  );
}

/** What is charged is what the summary shows. No hidden input of the form's identity, because each preview has another. */
function PreviewedMoment({ order }: { order: Order | undefined }) {
  const date = order?.preview?.proration_date;
  return date ? <input type="hidden" name="proration_date" value={date} /> : null;
}

function createOrder(plan: PlanView, offer: CheckoutOffer, price: OrderPreview): Order {
  return {
    plan,
    action: offer.actions[plan.id] ?? "subscribe",
    members: offer.members,
    preview: price.plan === plan.id ? price.preview : null,
    today: offer.today,
    trialEnds: offer.trial_ends,
  };
}

/** Null when the plan takes nothing away from the account. */
function findLoss(plan: PlanView, { present }: CheckoutOffer): { plan: PlanView; present: PlanView } | null {
  return present && listLosses(present, plan).length > 0 ? { plan, present } : null;
}

/** Every other plan is below the present one, so none is preselected. Without scripts the button shows a price. */
function NothingChosen() {
  const { t } = useTexts("billing");
  return (
    <div className="grid gap-4">
      <p className="rounded-card border border-line bg-sunken p-4 text-muted">{t("checkout.choose_first")}</p>
      <UpdateButton />
    </div>
  );
}

function UpdateButton() {
  const { t } = useTexts("billing");
  return (
    <Button type="submit" formMethod="get" className="!hidden noscript:!inline-flex">
      {t("checkout.update")}
    </Button>
  );
}

/** Whether a card and a code belong to the order. Taking a cancellation back costs nothing. */
function paysNow({ plan, action, members }: Order, { takesCards }: CheckoutOffer): boolean {
  return needsCard(plan) && takesCards && action !== "resume" && hasRoom(plan, members);
}

interface CheckoutNotesProps {
  plan: PlanView | undefined;
  takesCards: boolean;
  posted: FormReply | undefined;
}

/** The reasons why the visitor cannot pay here: no cards on this server, or a browser without scripts. */
function CheckoutNotes({ plan, takesCards, posted }: CheckoutNotesProps) {
  const { t } = useTexts("billing");
  const takesCard = plan !== undefined && needsCard(plan);
  return (
    <>
      {takesCard && !takesCards ? <Notice tone="warn">{t("errors.no_cards")}</Notice> : null}
      <ConfirmationNotice isShown={posted?.ok === true && posted.requires_payment_action === true} />
      <ScriptNote isShown={takesCards && !takesCard} />
    </>
  );
}

/**
 * Without scripts the page cannot follow the choice, so the button names no amount, and another one shows the price. A
 * plan without room for all members has a text in its place.
 */
function Submit({ order }: { order: Order }) {
  const texts = useTexts("billing");
  const { t } = texts;
  const { plan, action, members } = order;
  return (
    <>
      <UpdateButton />
      {hasRoom(plan, members) || action === "cancel" ? (
        <SubmitButton isBlock>
          <span className="noscript:hidden">{formatSubmit(order, texts)}</span>
          <span className="hidden noscript:inline">{t("choose.submit")}</span>
        </SubmitButton>
      ) : (
        <TooManyMembers plan={plan} members={members} />
      )}
    </>
  );
}

/** The card on file, which the user can replace, or the field for a card. */
function Payment({ offer: { card, publishableKey, isSandbox } }: { offer: CheckoutOffer }) {
  const { t } = useTexts("billing");
  const { locale } = useRoot();
  const [usesOther, setUsesOther] = useState(false);
  const box = { publishableKey, isSandbox, locale };
  if (!card) return <CardBox {...box} />;
  return (
    <div className="grid gap-2">
      {usesOther ? <CardBox {...box} /> : <SavedCard card={card} />}
      {usesOther ? null : <CardOnFile {...box} />}
      <Button
        variant="quiet"
        size="sm"
        className="-ml-2.5 justify-self-start noscript:hidden"
        onClick={() => setUsesOther(!usesOther)}
      >
        {usesOther ? t("checkout.use_saved_card") : t("checkout.use_new_card")}
      </Button>
    </div>
  );
}

function SavedCard({ card }: { card: CardView }) {
  const { t } = useTexts("billing");
  return (
    <p className="grid gap-0.5">
      <span className="text-control font-medium">{t("choose.card")}</span>
      <span className="tabular-nums">
        {t("card_page.ending", { brand: formatBrand(card.brand), last4: card.last4 })}
      </span>
    </p>
  );
}

/** The price of the chosen plan with a code. The page's own loader calculates it again on every change. */
function useOrderPreview(initial: OrderPreview, toUrl: CheckoutProps["toUrl"]) {
  const fetcher = useFetcher<{ order: OrderPreview }>();
  const order = fetcher.data?.order ?? initial;
  return {
    order,
    isLoading: fetcher.state !== "idle",
    update: (plan: string, code: string) => fetcher.load(toUrl(plan, code)),
  };
}

/** Without scripts the bank's question cannot be shown. */
function ConfirmationNotice({ isShown }: { isShown: boolean }) {
  const { t } = useTexts("billing");
  return isShown ? (
    <noscript>
      <Notice tone="warn">{t("checkout.needs_script")}</Notice>
    </noscript>
  ) : null;
}

/** Without scripts the card field cannot follow the choice, so a text next to the plans says which ones need a card. */
function ScriptNote({ isShown }: { isShown: boolean }) {
  const { t } = useTexts("form");
  const isHydrated = useIsHydrated();
  if (!isShown || isHydrated) return null;
  return (
    <noscript>
      <p className="text-sm text-muted">{t("card.needs_script")}</p>
    </noscript>
  );
}
