/** The content of a table cell. */
import { Link } from "@remix-run/react";
import { toSafeRedirectPath } from "~/domain/paths";
import { Avatar } from "../kit/avatar";
import { Badge } from "../kit/badge";
import { linkClass } from "../kit/text-link";
import { Time } from "../kit/time";
import { isIsoTime, isSafeLink, type CellValue } from "./table-data";

export interface TableCellProps {
  value: CellValue;
  /** The cell names its row: a text too long for its column is cut, and its title has it in full. */
  isName?: boolean;
}

/** Text, a number, a time, a badge, a link, or a user or account with its avatar. */
export function TableCell({ value, isName = false }: TableCellProps) {
  if (value === null || value === "") return <span className="text-muted">–</span>;
  if (typeof value === "number") return <span className="tabular-nums">{value}</span>;
  if (typeof value === "string" && isIsoTime(value)) return <CellTime iso={value} />;
  if (typeof value === "string") return isName ? <Name text={value} /> : <Words text={value} />;
  switch (value.kind) {
    case "badge":
      return <Badge tone={value.tone}>{value.label}</Badge>;
    case "link":
      return <CellLink label={value.label} url={value.url} />;
    case "who":
      return <NameWithAvatar {...value} />;
  }
}

interface NameWithAvatarProps {
  name: string;
  detail: string;
  avatar?: string | null;
}

/** A user or an account: the avatar, the name, and a line of detail below it. */
function NameWithAvatar({ name, detail, avatar }: NameWithAvatarProps) {
  return (
    <span className="flex min-w-0 items-center gap-3 max-sm:gap-2">
      <Avatar name={name} src={avatar} />
      <span className="min-w-0">
        <b className="font-medium">
          <Name text={name} mayWrap />
        </b>
        <span className="text-sm text-muted">
          <Name text={detail} />
        </span>
      </span>
    </span>
  );
}

/** One line, cut where its column ends. With `mayWrap` it takes two lines on a phone, broken only between words. */
function Name({ text, mayWrap = false }: { text: string; mayWrap?: boolean }) {
  return (
    <span className={mayWrap ? "cut-name" : "block truncate"} title={text}>
      {text}
    </span>
  );
}

const UNBROKEN_CHARACTERS = 14;

/** Broken anywhere rather than wider than a phone. The minimum width keeps a long column from breaking short words here. */
function Words({ text }: { text: string }) {
  return (
    <span className="block" style={{ minWidth: `${Math.min(text.length, UNBROKEN_CHARACTERS)}ch` }}>
      {text}
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

/** Broken only between date and time, and only on a phone: the other columns break first. */
function CellTime({ iso }: { iso: string }) {
  return (
    <span className="text-muted [overflow-wrap:normal] md:whitespace-nowrap">
      <Time iso={iso} />
    </span>
  );
}
