/** The identity providers below a form for signing in or signing up, and the line between the two. */
import { useId } from "react";
import { OPEN_IDENTITY_PROVIDERS, type IdentityProviderState } from "~/domain/identity-providers";
import { paths, type IdentityProviderQuery } from "~/domain/paths";
import { Icon, Logo } from "../kit/icon";
import { useTexts } from "../use-texts";

/** The word "or" in a line between a form and the other ways to sign in. */
export function OrLine() {
  const { t } = useTexts("auth");
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t("sign_in.or")}
    </p>
  );
}

export interface IdentityProviderButtonsProps {
  providers: readonly IdentityProviderState[];
  /** The user's purpose at the provider. Left out: to sign in. */
  query?: IdentityProviderQuery;
}

/** One button for each provider, some of them behind "More ways". They are plain links, and work without scripts. */
export function IdentityProviderButtons({ providers, query = {} }: IdentityProviderButtonsProps) {
  const { t } = useTexts("auth");
  const offId = useId();
  if (providers.length === 0) return null;
  const off = providers.flatMap(({ name, state }) => (state === "off" ? [name] : []));
  const hasSandbox = providers.some(({ state }) => state === "sandbox");
  const more = providers.slice(OPEN_IDENTITY_PROVIDERS);
  // Called, not rendered: each of them is on the page that most people open first.
  const toButtons = (some: readonly IdentityProviderState[]) =>
    some.map((provider, index) =>
      renderButton({
        ...provider,
        label: t("social.continue", { provider: provider.name }),
        href: paths.toIdentityProvider(provider.provider, query),
        offId,
        className: `button-provider ${getSpan(index, some.length)}`,
      }),
    );
  return (
    <section aria-label={t("social.section")} className="grid gap-3">
      <div className={GRID}>{toButtons(providers.slice(0, OPEN_IDENTITY_PROVIDERS))}</div>
      {more.length > 0 ? (
        <details className="group grid gap-3">
          <summary className="flex cursor-pointer list-none items-center justify-center gap-1 rounded text-sm text-muted hover:text-text [&::-webkit-details-marker]:hidden">
            {t("social.more")}
            <Icon name="chevron-down" className="transition group-open:rotate-180" />
          </summary>
          <div className={`${GRID} pt-3`}>{toButtons(more)}</div>
        </details>
      ) : null}
      {hasSandbox ? <p className="text-sm text-muted">{t("social.sandbox")}</p> : null}
      {off.length > 0 ? (
        <p id={offId} className="text-sm text-muted">
          {t("social.off", { providers: off.join(", ") })}
        </p>
      ) : null}
    </section>
  );
}

const GRID = "grid grid-cols-6 gap-2";

/** In as many columns as fill the rows: rows of three; the last row of five, and each of two and four, has two wide ones. */
function getSpan(index: number, count: number): string {
  if (count === 1) return "col-span-6";
  if (count % 3 !== 0 && count <= 4) return "col-span-3";
  const inLastRow = count % 3;
  if (index < count - inLastRow) return "col-span-2";
  return inLastRow === 2 ? "col-span-3" : "col-span-6";
}

interface ButtonProps extends IdentityProviderState {
  label: string;
  href: string;
  /** Of the sentence about providers that are off. */
  offId: string;
  className: string;
}

function renderButton({ provider, name, state, label, href, offId, className }: ButtonProps) {
  if (state === "off") {
    return (
      <button
        key={provider}
        type="button"
        disabled
        aria-describedby={offId}
        aria-label={label}
        className={className}
      >
        <Logo provider={provider} />
        {name}
      </button>
    );
  }
  return (
    <a key={provider} href={href} aria-label={label} className={className}>
      <Logo provider={provider} />
      {name}
    </a>
  );
}
