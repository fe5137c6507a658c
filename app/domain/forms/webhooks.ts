/** The input of creating, changing and trying webhook endpoints. */
import * as z from "zod/mini";
import { ID_LENGTH, URL_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { pageForm } from "../paging";
import { ACCOUNT_EVENTS, WEBHOOK_DESCRIPTION_MAX_LENGTH } from "../webhook-endpoints";
import { flag, selectSome } from "./choices";
import { clearableText, createFormSchema, optional, optionalText, requiredText } from "./rules";

const endpointId = () => requiredText(toMessage("errors:not_found"), { max: ID_LENGTH });
const events = () => selectSome(ACCOUNT_EVENTS, toMessage("webhooks:form.events_required"));
const LIMIT = { max: WEBHOOK_DESCRIPTION_MAX_LENGTH };

/** A whole URL. Which servers it may name is checked by the operation, because a setting decides. */
function targetUrl() {
  const invalid = { error: toMessage("webhooks:form.url_invalid"), abort: true };
  const credentials = { error: toMessage("webhooks:form.url_credentials"), abort: true };
  return requiredText(toMessage("webhooks:form.url_required"), { max: URL_MAX_LENGTH }).check(
    z.refine((text) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text), invalid),
    z.refine((text) => hasNoCredentials(new URL(text)), credentials),
  );
}

function hasNoCredentials({ username, password }: URL): boolean {
  return username === "" && password === "";
}

export const endpointForm = createFormSchema({
  url: targetUrl(),
  description: optionalText(LIMIT),
  events: events(),
});

/** A change of some settings. `active: false` turns the endpoint off. */
export const endpointChangeForm = createFormSchema({
  id: endpointId(),
  url: optional(targetUrl()),
  description: optional(clearableText(LIMIT)),
  events: optional(events()),
  active: optional(flag()),
});

export const endpointIdForm = createFormSchema({ id: endpointId() });

/** A page of an endpoint's log. */
export const deliveriesForm = createFormSchema({ ...pageForm.shape, id: endpointId() });

export const deliveryReplayForm = createFormSchema({
  id: endpointId(),
  delivery: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
});
