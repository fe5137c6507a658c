/** The user's passkeys: adding, renaming and removing them. */
import type { FormAccepted } from "~/domain/forms/reply";
import { findPageObstacle, PASSKEY_NAME_MAX_LENGTH, type PasskeyObstacle } from "~/domain/passkeys";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { TextField } from "../form/fields";
import { useSend } from "../form/post-form";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { Badge } from "../kit/badge";
import { getButtonClass } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { TimeInText } from "../kit/time";
import { useIsHydrated } from "../use-page";
import { useTexts } from "../use-texts";
import { useCeremony } from "./use-ceremony";

interface ShownPasskey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  last_used_ip: string | null;
  synced: boolean;
  signs_in: boolean;
  host: string;
  usable: boolean;
}

interface PasskeysCardProps {
  passkeys: readonly ShownPasskey[];
  appUrl: string;
  isFull: boolean;
  reauthentication: ReauthenticationFieldProps;
}

export function PasskeysCard({ passkeys, appUrl, isFull, reauthentication }: PasskeysCardProps) {
  const { t } = useTexts("passkeys");
  const obstacle = useObstacle(appUrl);
  return (
    <Card id="passkeys">
      <CardHeader title={t("title")} description={t("description")} />
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-line border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} reauthentication={reauthentication} />
          ))}
        </ul>
      ) : null}
      <CardBody>
        {obstacle ? <ObstacleNotice obstacle={obstacle} /> : null}
        {!obstacle && isFull ? <Notice>{t("full")}</Notice> : null}
        {!obstacle && !isFull ? <AddForm appUrl={appUrl} reauthentication={reauthentication} /> : null}
      </CardBody>
    </Card>
  );
}

/** Why this page can add no passkey. The server does not know at which address a proxy shows the page: the browser does. */
function useObstacle(appUrl: string): PasskeyObstacle | null {
  const isHydrated = useIsHydrated();
  return findPageObstacle(appUrl, isHydrated ? location.host : new URL(appUrl).host);
}

function ObstacleNotice({ obstacle }: { obstacle: PasskeyObstacle }) {
  const { t } = useTexts("passkeys");
  const { kind, url } = obstacle;
  if (kind === "elsewhere") {
    return (
      <Notice tone="warn">
        {t("obstacle.elsewhere")}{" "}
        <a href={url + paths.passkeys} className="underline">
          {url}
        </a>
      </Notice>
    );
  }
  return <Notice tone="warn">{url === null ? t("obstacle.no_name") : t(`obstacle.${kind}`, { url })}</Notice>;
}

/** After the password, where that is asked for, the browser's dialog follows without a further form. */
function AddForm({ appUrl, reauthentication }: Pick<PasskeysCardProps, "appUrl" | "reauthentication">) {
  const { t } = useTexts("passkeys");
  const { send } = useSend();
  const { run } = useCeremony(appUrl);

  async function create({ data }: FormAccepted): Promise<void> {
    const response = await run((ceremonies) =>
      ceremonies.isCreationOptions(data)
        ? ceremonies.createPasskey(data)
        : Promise.resolve({ kind: "cancelled" }),
    );
    if (response === null) return;
    const values = new FormData();
    values.set("intent", "add-passkey");
    values.set("response", response);
    // The browser's answer counts once: to try again is to begin again.
    send(paths.security, values, { keepsScroll: true, retry: () => location.reload() });
  }

  return (
    <ActionForm
      intent="start-passkey"
      action="#passkeys"
      className="max-w-md"
      schema={() => import("~/domain/forms/reauthentication").then((forms) => forms.reauthenticationForm)}
      onDone={(reply) => {
        void create(reply); // `run` tells what went wrong
      }}
    >
      <div className="hidden noscript:block">
        <Notice tone="warn">{t("needs_scripts")}</Notice>
      </div>
      <div className="grid gap-[18px] noscript:hidden">
        <ReauthenticationField {...reauthentication} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton variant="secondary">{t("add")}</SubmitButton>
          <SubmitButton variant="quiet" name="second_factor" value="on">
            {t("add_second_factor")}
          </SubmitButton>
        </div>
      </div>
    </ActionForm>
  );
}

interface PasskeyLineProps {
  passkey: ShownPasskey;
  reauthentication: ReauthenticationFieldProps;
}

function PasskeyLine({ passkey, reauthentication }: PasskeyLineProps) {
  const { t } = useTexts("passkeys");
  const { name, synced, signs_in: signsIn, host, usable } = passkey;
  return (
    <li className="grid gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {name}
          <Badge>{synced ? t("synced") : t("this_device")}</Badge>
          {signsIn ? null : <Badge>{t("second_factor_only")}</Badge>}
          {usable ? null : <Badge tone="warn">{t("other_host", { host })}</Badge>}
        </p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          <TimeInText iso={passkey.created_at}>{(time) => t("created", { time })}</TimeInText>
          {" · "}
          <LastUse {...passkey} />
        </p>
      </div>
      <details className="group">
        <summary
          className={`${getButtonClass({ size: "sm" })} list-none group-open:mb-4`}
          aria-label={t("manage_named", { name })}
        >
          {t("manage")}
        </summary>
        <div className="grid max-w-md gap-5">
          <RenameForm passkey={passkey} />
          <RemoveForm passkey={passkey} reauthentication={reauthentication} />
        </div>
      </details>
    </li>
  );
}

function LastUse({ last_used_at: at, last_used_ip: address }: ShownPasskey) {
  const { t } = useTexts("passkeys");
  if (at === null) return <>{t("never_used")}</>;
  return <TimeInText iso={at}>{(time) => t("last_used", { time, address: address ?? "" })}</TimeInText>;
}

function RenameForm({ passkey: { id, name } }: Pick<PasskeyLineProps, "passkey">) {
  const { t } = useTexts("passkeys");
  return (
    <ActionForm
      key={name}
      intent="rename-passkey"
      fields={{ id }}
      action="#passkeys"
      schema={() => import("~/domain/forms/passkeys").then((forms) => forms.renamePasskeyForm)}
    >
      <TextField
        name="name"
        label={t("name")}
        defaultValue={name}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        autoComplete="off"
      />
      <SubmitButton variant="secondary" size="sm" className="justify-self-start">
        {t("rename")}
      </SubmitButton>
    </ActionForm>
  );
}

function RemoveForm({ passkey: { id, name }, reauthentication }: PasskeyLineProps) {
  const { t } = useTexts("passkeys");
  return (
    <ActionForm
      intent="remove-passkey"
      fields={{ id }}
      action="#passkeys"
      schema={() => import("~/domain/forms/passkeys").then((forms) => forms.removePasskeyForm)}
    >
      <p className="text-sm text-muted">{t("remove_text")}</p>
      <ReauthenticationField {...reauthentication} />
      <SubmitButton
        variant="danger"
        size="sm"
        className="justify-self-start"
        aria-label={t("remove_named", { name })}
      >
        {t("remove")}
      </SubmitButton>
    </ActionForm>
  );
}
