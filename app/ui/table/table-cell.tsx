/** The content of a table cell. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Fragment, type ReactNode } from "react";
import { isIsoTime } from "~/domain/dates";
import { toSafeRedirectPath } from "~/domain/paths";
import { Avatar } from "../kit/avatar";
import { Badge } from "../kit/badge";
import { getButtonClass } from "../kit/button";
import { Icon } from "../kit/icon";
import { linkClass } from "../kit/text-link";
import { Time } from "../kit/time";
import { Tooltip } from "../kit/tooltip";
import { useTexts } from "../use-texts";
import { isSafeLink, type CellValue } from "./table-data";

interface TableCellProps {
  value: CellValue;
  /** The cell names its row: a text too long for its column is cut, and its title has it in full. */
  isName?: boolean;
}

/** Text, a number, a time, a badge, a link, or a user or account with its avatar. */
export function TableCell({ value, isName = false }: TableCellProps) {
  if (value === null || value === "") return <span className="text-muted">–</span>;
  if (typeof value === "number") return <span className="tabular-nums">{value}</span>;
  if (typeof value === "string" && isIsoTime(value)) return <Time iso={value} className="cell-time" />;
  if (typeof value === "string") return isName ? <Name text={value} /> : <Words text={value}>{value}</Words>;
  return <ShapedCell value={value} />;
}

function ShapedCell({ value }: { value: Extract<CellValue, object> }) {
  switch (value.kind) {
    case "badge":
      return <Badge tone={value.tone}>{value.label}</Badge>;
    case "link":
      return <LinkCell {...value} />;
    case "code":
      return <CodeCell {...value} />;
    case "day":
      return <span className="cell-time tabular-nums">{value.label}</span>;
    case "amount":
      return <AmountCell {...value} />;
    case "download":
      return <DownloadLink label={value.label} url={value.url} />;
    case "who":
      return <NameWithAvatar {...value} />;
  }
}

/** A technical name, what a minor column says on narrow screens, and a line of detail. */
function CodeCell({ label, detail, narrow }: { label: string; detail: string; narrow?: string }) {
  return (
    <span className={clsx("block min-w-0", listNameParts(label).every(isShortText) && WHOLE_WORDS)}>
      <b className="font-medium">{breakName(label)}</b>
      {narrow === undefined ? null : <Name text={narrow} className="text-sm md:hidden" />}
      <Name text={detail} className="text-sm text-muted" />
    </span>
  );
}

function AmountCell({ label, detail }: { label: string; detail: string }) {
  return (
    <>
      {label}
      {/* Wraps on a phone, where the column must not get wider than its amounts. */}
      <span className="block text-sm text-muted max-sm:whitespace-normal">{detail}</span>
    </>
  );
}

interface NameWithAvatarProps {
  name: string;
  detail: string;
  note?: string;
  avatar?: string | null;
  url?: string;
}

/** A user or an account: the avatar, the name, and a line of detail below it. */
function NameWithAvatar({ name, detail, note, avatar, url }: NameWithAvatarProps) {
  return (
    <span className="who">
      <Avatar name={name} src={avatar} />
      <b dir="auto" className="cut-name text-left" title={name}>
        {url === undefined ? name : <CellLink label={name} url={url} />}
      </b>
      <Name text={detail} className="text-sm text-muted" />
      {note ? <span className="col-span-2 truncate text-sm text-muted md:hidden">{note}</span> : null}
    </span>
  );
}

/** A technical name is broken after its dots and underscores, and elsewhere only when a part is longer than the column may be. */
function breakName(name: string): ReactNode {
  return listNameParts(name).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

const listNameParts = (name: string) => name.split(/(?<=[._\s])/);

/** One line, cut where its column ends. */
function Name({ text, className }: { text: string; className?: string }) {
  return (
    <span dir="auto" className={clsx("block truncate text-left", className)} title={text}>
      {text}
    </span>
  );
}

const UNBROKEN_CHARACTERS = 14;
const WHOLE_WORDS = "[overflow-wrap:normal]";

/** Whether the text stays on one line, so that a long column does not break its words. */
export function isShortText(value: CellValue): boolean {
  return typeof value === "string" && value.length <= UNBROKEN_CHARACTERS;
}

/** Broken between its words. Only a word that is longer than the column may be is broken, and not into single letters. */
function Words({ text, children }: { text: string; children: ReactNode }) {
  if (isShortText(text)) return <>{children}</>;
  if (text.split(/\s/).every(isShortText)) return <span className={`block ${WHOLE_WORDS}`}>{children}</span>;
  return (
    <span className="block" style={{ minWidth: `${UNBROKEN_CHARACTERS}ch` }}>
      {children}
    </span>
  );
}

function LinkCell({ detail, ...link }: { label: string; url: string; detail?: string }) {
  if (detail !== undefined) return <LinkWithDetail {...link} detail={detail} />;
  return (
    <Words text={link.label}>
      <CellLink {...link} />
    </Words>
  );
}

/** The name of a row as a link, and a line of detail below it. Both are cut where the column ends. */
function LinkWithDetail({ label, url, detail }: { label: string; url: string; detail: string }) {
  return (
    <span className="block min-w-0">
      <span dir="auto" className="cut-name text-left" title={label}>
        <CellLink label={label} url={url} />
      </span>
      <Name text={detail} className="text-sm text-muted" />
    </span>
  );
}

/** A link to a page of the product or to another site. A URL that would run a script is shown as text. */
function CellLink({ label, url }: { label: string; url: string }) {
  const path = toSafeRedirectPath(url, "");
  if (path) {
    return (
      <Link to={path} className={linkClass}>
        {label}
      </Link>
    );
  }
  if (!isSafeLink(url)) return <>{label}</>;
  return (
    <a href={url} rel="noopener noreferrer" className={linkClass}>
      {label}
    </a>
  );
}

/** A file of this site or another one, in a tab of its own. Never through the router, which knows only pages. */
function DownloadLink({ label, url }: { label: string; url: string }) {
  const { t } = useTexts("data");
  if (!toSafeRedirectPath(url, "") && !isSafeLink(url)) return <>{label}</>;
  return (
    <Tooltip text={label}>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("table.new_tab", { label })}
        className={getButtonClass({ variant: "quiet", size: "sm", isIcon: true })}
      >
        <Icon name="download" />
      </a>
    </Tooltip>
  );
}
