/** The form of a webhook endpoint: its URL, what it is for, and the events that it receives. */
import type { FormReply } from "~/domain/forms/reply";
import { paths } from "~/domain/paths";
import {
  formatEvents,
  toEventText,
  ACCOUNT_EVENTS,
  type EndpointView,
  WEBHOOK_DESCRIPTION_MAX_LENGTH,
} from "~/domain/webhook-endpoints";
import { ActionForm, SubmitButton } from "../form/action-form";
import { CheckboxGroupField } from "../form/choice-fields";
import { TextField, UrlField } from "../form/fields";
import { Card, CardBody, CardHeader } from "../kit/card";
import { TextLink } from "../kit/text-link";
import { useTexts } from "../use-texts";

interface Targets {
  /** Whether events can be sent to a server on the product's own machine. */
  canBeLocal: boolean;
}

export function CreateForm({ canBeLocal, onDone }: Targets & { onDone: (reply: FormReply) => void }) {
  const { t } = useTexts("webhooks");
  return (
    <Card>
      <CardBody isAlone>
        <ActionForm
          onDone={onDone}
          schema={() => import("~/domain/forms/webhooks").then((forms) => forms.endpointForm)}
        >
          <EndpointFields events={ACCOUNT_EVENTS} canBeLocal={canBeLocal} />
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton>{t("form.submit")}</SubmitButton>
            <TextLink to={paths.webhooks}>{t("form.cancel")}</TextLink>
          </div>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

export function SettingsCard({ endpoint, canBeLocal }: Targets & { endpoint: EndpointView }) {
  const { t } = useTexts("webhooks");
  return (
    <Card id="settings">
      <CardHeader title={t("form.settings")} />
      <CardBody>
        <ActionForm
          intent="save"
          action="#settings"
          fields={{ id: endpoint.id }}
          shown={{
            url: endpoint.url,
            description: endpoint.description,
            events: formatEvents(endpoint.events),
          }}
          schema={() => import("~/domain/forms/webhooks").then((forms) => forms.endpointForm)}
        >
          <EndpointFields {...endpoint} canBeLocal={canBeLocal} />
          <SubmitButton className="justify-self-start">{t("form.save")}</SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

type FieldValues = Targets &
  Partial<Pick<EndpointView, "url" | "description">> & {
    events: EndpointView["events"] | typeof ACCOUNT_EVENTS;
  };

function EndpointFields({ url, description, events, canBeLocal }: FieldValues) {
  const { t } = useTexts("webhooks");
  return (
    <>
      <UrlField
        name="url"
        label={t("form.url_label")}
        hint={t(canBeLocal ? "form.url_hint_local" : "form.url_hint")}
        defaultValue={url}
        autoComplete="off"
      />
      <TextField
        name="description"
        label={t("form.description_label")}
        hint={t("form.description_hint")}
        isRequired={false}
        defaultValue={description}
        autoComplete="off"
        maxLength={WEBHOOK_DESCRIPTION_MAX_LENGTH}
      />
      <CheckboxGroupField
        name="events"
        label={t("form.events_label")}
        defaultValues={events}
        options={ACCOUNT_EVENTS.map((event) => ({
          value: event,
          label: t(`event.${toEventText(event)}`),
          hint: <code>{event}</code>,
          group: t(`group.${getGroup(event)}`),
        }))}
      />
    </>
  );
}

function getGroup(event: (typeof ACCOUNT_EVENTS)[number]) {
  return event.split(".")[0] as "user" | "plan" | "invoice" | "key";
}
