/** /dev/kit: avatars, times and icons. */
import type { ReactNode } from "react";
import { KNOWN_IDENTITY_PROVIDER_IDS } from "~/domain/identity-providers";
import { ICON_NAMES } from "~/domain/icon-names";
import { Avatar } from "../kit/avatar";
import { Icon, Logo } from "../kit/icon";
import { Time, TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";
import { KitSection, Piece, State } from "./kit-frame";

const ISO = "2026-11-22T14:05:00.000Z";

export function IdentityPieces() {
  const { t } = useTexts("kit");
  return (
    <KitSection name="identity">
      <Piece name="Avatar">
        <State state="default">
          <Avatar name="Grace Hopper" />
        </State>
        <State state="picture">
          <Avatar name="Grace Hopper" src="/favicon.svg" />
        </State>
        <State state="large">
          <Avatar name="Ada" className="size-20 text-xl" />
        </State>
        <State state="empty">
          <Avatar name="" />
        </State>
      </Piece>
      <Piece name="Time">
        <State state="default">
          <Time iso={ISO} />
        </State>
        <State state="sentence">
          <p>
            <TimeInText iso={ISO}>{(time) => t("sample.until", { time })}</TimeInText>
          </p>
        </State>
      </Piece>
      <Piece name="Icon" isWide>
        <Named names={ICON_NAMES} draw={(name) => <Icon name={name} />} />
      </Piece>
      <Piece name="Logo" isWide>
        <Named
          names={[...KNOWN_IDENTITY_PROVIDER_IDS, "another"]}
          draw={(provider) => <Logo provider={provider} />}
        />
      </Piece>
    </KitSection>
  );
}

/** Drawings, each with its name next to it. */
function Named<Name extends string>({
  names,
  draw,
}: {
  names: readonly Name[];
  draw: (name: Name) => ReactNode;
}) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
      {names.map((name) => (
        <li key={name} className="flex min-w-0 items-center gap-2 font-mono text-xs text-muted">
          {draw(name)}
          <span className="min-w-0 truncate">{name}</span>
        </li>
      ))}
    </ul>
  );
}
