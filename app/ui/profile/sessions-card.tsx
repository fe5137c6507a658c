/** Where the user is signed in, with a button to end each session, and all but this one. */
import { ChevronDown } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PostForm } from "../form/post-form";
import { Badge } from "../kit/badge";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Confirm } from "../kit/confirm";
import { TimeInText } from "../kit/time";
import { groupSessions, hasCurrent, type GroupedSession } from "./session-groups";

/** Its `agent` is in the reader's language already. */
export type SessionOfCard = GroupedSession;

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
        {groupSessions(sessions).map((group) => (
          <DeviceLine key={group.map(({ id }) => id).join()} sessions={group} />
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
    <PostForm id={id} intent="end-other-sessions" action="#sessions">
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
    </PostForm>
  );
}

/** Several sessions of one device: folded, because one sign-in after another from it says little. */
function DeviceLine({ sessions }: { sessions: readonly SessionOfCard[] }) {
  const { t } = useTranslation("profile");
  const [newest] = sessions;
  if (!newest) return null;
  if (sessions.length === 1) return <SessionLine {...newest} />;
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 hover:bg-sunken focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <Device {...newest} current={hasCurrent(sessions)}>
            <Badge>{t("sessions.count", { count: sessions.length })}</Badge>
          </Device>
          <ChevronDown aria-hidden className="text-muted transition-transform group-open:rotate-180" />
        </summary>
        <ul className="divide-y divide-line border-t border-line bg-sunken">
          {sessions.map((session) => (
            <li key={session.id} className="flex min-h-12 items-center justify-between gap-4 py-2 pl-9 pr-5">
              <p className="flex flex-wrap items-center gap-2 text-sm">
                <span className="first-letter:uppercase">
                  <LastSeen at={session.last_seen} />
                </span>
                {session.current ? <Badge tone="good">{t("sessions.current_session")}</Badge> : null}
              </p>
              <EndSession {...session} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function SessionLine(session: SessionOfCard) {
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-3">
      <Device {...session} />
      <EndSession {...session} />
    </li>
  );
}

type DeviceProps = Omit<SessionOfCard, "id"> & { children?: ReactNode };

/** What it is, where from, and when it was last used. */
function Device({ agent, address, kind, support, current, last_seen, children }: DeviceProps) {
  const { t } = useTranslation("profile");
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
        {agent}
        {current ? <Badge tone="good">{t("sessions.current")}</Badge> : null}
        {kind === "script" ? <Badge>{t("sessions.script")}</Badge> : null}
        {support ? <Badge tone="warn">{t("sessions.support")}</Badge> : null}
        {children}
      </p>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {t("sessions.from", { address })}
        {" · "}
        <LastSeen at={last_seen} />
      </p>
    </div>
  );
}

function LastSeen({ at }: { at: string }) {
  const { t } = useTranslation("profile");
  return <TimeInText iso={at}>{(time) => t("sessions.seen", { time })}</TimeInText>;
}

/** Nothing for the session that asks: signing out ends that one. */
function EndSession({ id, agent, address, current }: SessionOfCard) {
  const { t } = useTranslation("profile");
  if (current) return null;
  return (
    <PostForm intent="end-session" fields={{ id }} action="#sessions">
      <Button type="submit" size="sm" aria-label={t("sessions.end_this", { agent, address })}>
        {t("sessions.end")}
      </Button>
    </PostForm>
  );
}
