/** The user's sessions, with a button to end each of them, and one to end all others. */
import clsx from "clsx";
import { useEffect, useId, useRef, type ReactNode, type RefObject } from "react";
import { PostForm, useSent } from "../form/post-form";
import { Badge } from "../kit/badge";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Confirm } from "../kit/confirm";
import { Icon } from "../kit/icon";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";
import { groupSessions, hasCurrent, type GroupedSession } from "./session-groups";

interface SessionsCardProps {
  sessions: readonly GroupedSession[];
}

export function SessionsCard({ sessions }: SessionsCardProps) {
  const { t } = useTexts("profile");
  const hasOthers = sessions.length > 1;
  const list = useListFocus();
  return (
    <Card id="sessions">
      <CardHeader
        title={t("sessions.title")}
        description={t("sessions.description")}
        actions={hasOthers ? <EndOthers /> : null}
      />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t("sessions.title")}
        className="divide-y divide-line border-t border-line focus-visible:-outline-offset-2"
      >
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

/** Keeps the focus in the list when the button that had it goes with its session. */
function useListFocus(): RefObject<HTMLUListElement> {
  const list = useRef<HTMLUListElement>(null);
  const ending = useSent("end-session").length;
  const endingBefore = useRef(0);
  useEffect(() => {
    if (ending > endingBefore.current) list.current?.focus({ preventScroll: true });
    endingBefore.current = ending;
  }, [ending]);
  return list;
}

/** Asks for confirmation where scripts run. Without scripts the sessions end at once: only sign-ins are lost. */
function EndOthers() {
  const { t } = useTexts("profile");
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

/** The sessions of one device. Several are folded, because repeated sign-ins of one device matter little. */
function DeviceLine({ sessions }: { sessions: readonly GroupedSession[] }) {
  const { t } = useTexts("profile");
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
          <Icon name="chevron-down" className="text-muted transition-transform group-open:rotate-180" />
        </summary>
        <ul className="divide-y divide-line border-t border-line bg-sunken">
          {sessions.map((session) => (
            <FoldedSession key={session.id} {...session} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function FoldedSession(session: GroupedSession) {
  const { t } = useTexts("profile");
  return (
    <li
      className={clsx(
        "flex min-h-12 items-center justify-between gap-4 py-2 pl-9 pr-5",
        useEnding(session.id),
      )}
    >
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="first-letter:uppercase">
          <LastSeen at={session.last_seen} />
        </span>
        {session.current ? <Badge tone="good">{t("sessions.current_session")}</Badge> : null}
      </p>
      <EndSession {...session} />
    </li>
  );
}

function SessionLine(session: GroupedSession) {
  return (
    <li className={clsx("flex items-center justify-between gap-4 px-5 py-3", useEnding(session.id))}>
      <Device {...session} />
      <EndSession {...session} />
    </li>
  );
}

/**
 * Hides a session that is being ended: at once, and until the server has answered. Its form stays in the page, because it
 * shows the message if the session could not be ended.
 */
function useEnding(id: string): string | false {
  return useSent("end-session").some((sent) => sent.get("id") === id) && "hidden";
}

type DeviceProps = Omit<GroupedSession, "id"> & { children?: ReactNode };

/** The browser or program, its IP, and when it was last used. */
function Device({ agent, address, kind, support, current, last_seen, children }: DeviceProps) {
  const { t } = useTexts("profile");
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
  const { t } = useTexts("profile");
  return <TimeInText iso={at}>{(time) => t("sessions.seen", { time })}</TimeInText>;
}

/** Renders nothing for the current session, which ends by signing out. */
function EndSession({ id, agent, address, current }: GroupedSession) {
  const { t } = useTexts("profile");
  if (current) return null;
  return (
    <PostForm intent="end-session" fields={{ id }} action="#sessions">
      <Button type="submit" size="sm" aria-label={t("sessions.end_this", { agent, address })}>
        {t("sessions.end")}
      </Button>
    </PostForm>
  );
}
