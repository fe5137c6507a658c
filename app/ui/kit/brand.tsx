/** The product's logo and name. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import { paths } from "~/domain/paths";
import { PRODUCT_NAME } from "~/domain/product";
import { BRAND_LOGO } from "~/product/brand";
import { Icon } from "./icon";

/** Only the logo, 26 px. The founder's stands on white, because it was drawn for one background, and the product has four. */
export function BrandMark() {
  if (BRAND_LOGO !== null)
    return (
      <span className="grid size-[26px] shrink-0 place-items-center rounded-md bg-white">
        <img src={BRAND_LOGO} alt="" className="size-[22px] object-contain" />
      </span>
    );
  return (
    <span
      aria-hidden
      className="grid size-[26px] shrink-0 place-items-center rounded-md bg-accent text-white"
    >
      <Icon name="layers" className="size-[15px] [stroke-width:2.25]" />
    </span>
  );
}

/** Logo and name, linked to the start page. */
export function BrandLink({ className }: { className?: string }) {
  return (
    <Link
      to={paths.home}
      className={clsx(
        "inline-flex items-center gap-2.5 rounded-md font-semibold tracking-[-0.01em]",
        className,
      )}
    >
      <BrandMark />
      {PRODUCT_NAME}
    </Link>
  );
}
