/** Icons by name, for navigation entries, tiles and other data. */
import type { LucideIcon } from "lucide-react";
import Activity from "lucide-react/icons/activity";
import Bell from "lucide-react/icons/bell";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import CreditCard from "lucide-react/icons/credit-card";
import Inbox from "lucide-react/icons/inbox";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import LifeBuoy from "lucide-react/icons/life-buoy";
import Lock from "lucide-react/icons/lock";
import ShieldCheck from "lucide-react/icons/shield-check";
import User from "lucide-react/icons/user";
import UserMinus from "lucide-react/icons/user-minus";
import Users from "lucide-react/icons/users";

const ICONS = {
  activity: Activity,
  bell: Bell,
  "circle-dollar-sign": CircleDollarSign,
  "credit-card": CreditCard,
  inbox: Inbox,
  "layout-dashboard": LayoutDashboard,
  "life-buoy": LifeBuoy,
  lock: Lock,
  "shield-check": ShieldCheck,
  user: User,
  "user-minus": UserMinus,
  users: Users,
} satisfies Record<string, LucideIcon>;

/** The name of an icon. */
export type IconName = keyof typeof ICONS;

export interface IconProps {
  name: IconName;
  className?: string;
}

/** The icon called `name`, 16 px, as decoration. An unknown name is logged, and nothing is rendered. */
export function Icon({ name, className }: IconProps) {
  const Component = (ICONS as Partial<Record<string, LucideIcon>>)[name];
  if (!Component) {
    console.warn(`Icon "${name}" is missing: add it to app/ui/kit/icon.tsx`);
    return null;
  }
  return <Component aria-hidden className={className} />;
}
