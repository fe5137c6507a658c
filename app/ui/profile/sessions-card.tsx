/** Where one is signed in, with a button to end each session, and all but this one. */
import { Form } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { Badge } from "../kit/badge";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Confirm } from "../kit/confirm";

export interface SessionOfCard {
  id: string;
  kind: "browser" | "script";
  /** Already in the reader's language. */
  agent: string;
  address: string;
  last_seen: string;
  current: boolean;
  support: boolean;
}

export interface SessionsCardProps {
  sessions: readonly SessionOfCard[];
}

export function SessionsCard({ sessions }: SessionsCardProps) {
  const { t } = useTranslation("profile");
  const hasOthers = sessions.length > 1;
  return (
    <Card id="sessions">
      <CardHeader
        title={t("sessions.title")}
        description={t("sessions.description")}
        actions={hasOthers ? <EndOthers /> : null}
      />
      <ul className="divide-y divide-line border-t border-line">
        {sessions.map((session) => (
          <SessionLine key={session.id} {...session} />
        ))}
      </ul>
      {hasOthers ? null : (
        <CardBody isAlone>
          <p className="text-sm text-muted">{t("sessions.none")}</p>
        </CardBody>
      )}
    </Card>
  );
}

/** Asks first where scripts run; without them it ends them at once, and nothing is lost but sign-ins. */
function EndOthers() {
  const { t } = useTranslation("profile");
  const id = useId();
  return (
    <Form id={id} method="post" action={paths.endOtherSessions}>
      <Confirm
        formId={id}
        trigger={
          <Button type="submit" size="sm">
            {t("sessions.end_others")}
          </Button>
        }
        title={t("sessions.end_others_title")}
        description={t("sessions.end_others_text")}
        confirmLabel={t("sessions.end_others")}
      />
    </Form>
  );
}

function SessionLine({ id, agent, address, current, ...session }: SessionOfCard) {
  const { t } = useTranslation("profile");
  const lastSeen = session.last_seen;
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {agent}
          {current ? <Badge tone="good">{t("sessions.current")}</Badge> : null}
          {session.kind === "script" ? <Badge>{t("sessions.script")}</Badge> : null}
          {session.support ? <Badge tone="warn">{t("sessions.support")}</Badge> : null}
        </p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {t("sessions.from", { address })}
          {" · "}
          <time dateTime={lastSeen} className="tabular-nums">
            {t("sessions.seen", { time: formatDateTime(lastSeen) })}
          </time>
        </p>
      </div>
      {current ? null : (
        <Form method="post" action={paths.endSession}>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" size="sm" aria-label={t("sessions.end_this", { agent, address })}>
            {t("sessions.end")}
          </Button>
        </Form>
      )}
    </li>
  );
}
