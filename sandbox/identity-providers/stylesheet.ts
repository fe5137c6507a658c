/** The style of the consent page: plain, and unlike any product's own pages. Light or dark as the browser prefers. */

export const LOOK = `
:root { color-scheme: light dark; --text: #1c1917; --muted: #57534e; --line: #a8a29e; --page: #fafaf9; --card: #fff; --main: #92400e; --on-main: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #f5f5f4; --muted: #a8a29e; --line: #78716c; --page: #1c1917; --card: #292524; --main: #fbbf24; --on-main: #1c1917; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
main { max-width: 26rem; margin: 6vh auto; padding: 24px; background: var(--card); border: 2px dashed var(--main); border-radius: 8px; }
h1 { margin: 12px 0; font-size: 1.375rem; line-height: 1.3; }
.badge { display: inline-block; margin: 0; padding: 2px 10px; font-size: .8125rem; font-weight: 600; color: var(--on-main); background: var(--main); border-radius: 999px; }
.note, .hint { color: var(--muted); }
.hint { margin: 4px 0 0; font-size: .875rem; }
label { display: block; margin-top: 18px; font-weight: 600; }
input { width: 100%; margin-top: 6px; padding: 8px 10px; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 6px; }
.choice { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px; }
button { min-height: 40px; padding: 8px 18px; font: inherit; font-weight: 600; color: inherit; background: none; border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
.primary { color: var(--on-main); background: var(--main); border-color: var(--main); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;
