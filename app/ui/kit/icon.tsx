/** Icons by name, for navigation entries, tiles and other things that are data. */
import {
  Activity,
  Bell,
  ChartColumn,
  CircleAlert,
  CircleCheck,
  CircleDollarSign,
  Code,
  CreditCard,
  Database,
  FileText,
  Globe,
  House,
  Inbox,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  Lock,
  Mail,
  ShieldCheck,
  User,
  UserMinus,
  UserPlus,
  Users,
  type LucideIcon,
} from "lucide-react";
import { createElement } from "react";

export interface IconProps {
  name: string;
  className?: string;
}

/** The icon called `name`, 16 px, as decoration. A missing icon is logged and nothing is shown. Spec §8. */
export function Icon({ name, className }: IconProps) {
  const drawing = ICONS.get(name);
  if (!drawing) {
    console.warn(`Icon "${name}" is missing: add it to app/ui/kit/icon.tsx`);
    return null;
  }
  return createElement(drawing, {
    "aria-hidden": true,
    className,
  });
}

const ICONS = new Map<string, LucideIcon>([
  ["activity", Activity],
  ["bell", Bell],
  ["chart-column", ChartColumn],
  ["circle-alert", CircleAlert],
  ["circle-check", CircleCheck],
  ["circle-dollar-sign", CircleDollarSign],
  ["code", Code],
  ["credit-card", CreditCard],
  ["database", Database],
  ["file-text", FileText],
  ["globe", Globe],
  ["house", House],
  ["inbox", Inbox],
  ["key-round", KeyRound],
  ["layout-dashboard", LayoutDashboard],
  ["life-buoy", LifeBuoy],
  ["lock", Lock],
  ["mail", Mail],
  ["shield-check", ShieldCheck],
  ["user", User],
  ["user-minus", UserMinus],
  ["user-plus", UserPlus],
  ["users", Users],
]);
