/** The hidden field by which a small form in a layout brings its sender back to the same page. */
import { useLocation } from "@remix-run/react";

/** A hidden `return_to` with the path and query of the page. */
export function ReturnTo() {
  const { pathname, search } = useLocation();
  return <input type="hidden" name="return_to" value={pathname + search} />;
}
