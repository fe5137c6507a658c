/** Icons by name, for navigation entries, tiles and other things that are data. */
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

/** An icon that data can name. */
export type IconName = keyof typeof ICONS;

export interface IconProps {
  name: IconName;
  className?: string;
}

/** The icon called `name`, 16 px, as decoration. A name that the types did not catch is logged and nothing is shown. */
export function Icon({ name, className }: IconProps) {
  const Drawing = (ICONS as Partial<Record<string, LucideIcon>>)[name];
  if (!Drawing) {
    console.warn(`Icon "${name}" is missing: add it to app/ui/kit/icon.tsx`);
    return null;
  }
  return <Drawing aria-hidden className={className} />;
}
