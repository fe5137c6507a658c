/** One cell: text, a number, a time, a badge, a link, or who the row is about. */
import { Link } from "@remix-run/react";
import { toSafeRedirectPath } from "~/domain/paths";
import { Avatar } from "../kit/avatar";
import { Badge } from "../kit/badge";
import { linkClass } from "../kit/text-link";
import { Time } from "../kit/time";
import { isIsoTime, isSafeLink, type CellValue } from "./table-data";

const UNBROKEN_LETTERS = 14;

export interface TableCellProps {
  value: CellValue;
  /** It names the row: a text too long for its column is cut, and its title has it in full. */
  isName?: boolean;
}

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
      return (
        <span className="flex min-w-0 items-center gap-3 max-sm:gap-2">
          <Avatar name={value.name} src={value.avatar} />
          <span className="min-w-0">
            <b className="font-medium">
              <Name text={value.name} mayWrap />
            </b>
            <span className="text-sm text-muted">
              <Name text={value.detail} />
            </span>
          </span>
        </span>
      );
  }
}

/** One line, cut where its column ends; with `mayWrap` two on a phone, broken between words only. */
function Name({ text, mayWrap = false }: { text: string; mayWrap?: boolean }) {
  return (
    <span className={mayWrap ? "cut-name" : "block truncate"} title={text}>
      {text}
    </span>
  );
}

/** Broken anywhere rather than wider than a phone, but not so soon that a long neighbour tears a short word apart. */
function Words({ text }: { text: string }) {
  return (
    <span className="block" style={{ minWidth: `${Math.min(text.length, UNBROKEN_LETTERS)}ch` }}>
      {text}
    </span>
  );
}

/** A link to a page of the product, or elsewhere; what would lead to a script stays text. */
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

/** Broken between date and time at most, and on a phone only: the other columns give way first. */
function CellTime({ iso }: { iso: string }) {
  return (
    <span className="text-muted [overflow-wrap:normal] md:whitespace-nowrap">
      <Time iso={iso} />
    </span>
  );
}
