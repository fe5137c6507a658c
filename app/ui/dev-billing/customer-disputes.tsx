/** The disputed payments of a customer of the payment sandbox, the warnings of fraud, and the buttons of the bank. */
import { toDisputeOutcome } from "~/domain/disputes";
import { formatMoney } from "~/domain/money";
import type { SandboxCustomer, SandboxDispute } from "~/domain/payment-sandbox";
import { Time } from "../kit/time";
import { useTexts } from "../use-texts";
import { ControlButton, ControlForm, StatusBadge, toIso } from "./control-form";

export function CustomerDisputes({ disputes }: { disputes: readonly SandboxDispute[] }) {
  const { t } = useTexts("dev");
  return (
    <details>
      <summary className="cursor-pointer font-medium">
        {t("billing.disputes.count", { count: disputes.length })}
      </summary>
      <ul className="mt-2 divide-y divide-line">
        {disputes.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} />
        ))}
      </ul>
    </details>
  );
}

function DisputeRow({ dispute }: { dispute: SandboxDispute }) {
  const { t, locale } = useTexts("dev");
  const { kind, status, amount, currency, created } = dispute;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span>{t(`billing.disputes.kinds.${kind}`)}</span>
      <StatusBadge status={status} />
      <span className="tabular-nums">{formatMoney(amount, currency, locale)}</span>
      <span className="text-sm text-muted">
        <Time iso={toIso(created)} />
      </span>
    </li>
  );
}

/** Nothing before the first payment. A dispute is decided while it is open. */
export function DisputeForm({ customer, label }: { customer: SandboxCustomer; label: string }) {
  const { t } = useTexts("dev");
  const { id, invoices, disputes } = customer;
  if (!invoices.some(({ status, total }) => status === "paid" && total > 0)) return null;
  const isOpen = disputes.some(
    ({ kind, status }) => kind === "dispute" && toDisputeOutcome(status) === "open",
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-sm text-muted sm:w-24">{t("billing.disputes.title")}</span>
      <ControlForm intent="disputes" label={label} fields={{ customer: id }}>
        <ControlButton name="action" value="open">
          {t("billing.disputes.open")}
        </ControlButton>
        <ControlButton name="action" value="warn">
          {t("billing.disputes.warn")}
        </ControlButton>
        {isOpen ? <DecideButtons /> : null}
      </ControlForm>
    </div>
  );
}

function DecideButtons() {
  const { t } = useTexts("dev");
  return (
    <>
      <ControlButton name="action" value="win">
        {t("billing.disputes.win")}
      </ControlButton>
      <ControlButton name="action" value="lose">
        {t("billing.disputes.lose")}
      </ControlButton>
    </>
  );
}
