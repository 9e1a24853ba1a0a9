import { html, type Html } from '../../pages/html.ts';

/** At most so many pages have a link each; between them and the ends there may be gaps. */
const shownAround = 4;

/** Links to the pages of a list; nothing if it has only one page. */
export function renderPages(
  label: string,
  { page, pages }: { readonly page: number; readonly pages: number },
  pathOf: (page: number) => string,
): Html | undefined {
  if (pages <= 1) return undefined;
  const numbers = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= shownAround,
  );
  return html`<nav class="pages" aria-label="${label}">
    <ul>
      ${numbers.map(
        (number, index) =>
          html`${
              index > 0 && number - (numbers[index - 1] ?? 0) > 1 ? html`<li><span>…</span></li>` : undefined
            }
            <li>
              <a href="${pathOf(number)}" ${number === page ? html`aria-current="page"` : undefined}
                >${String(number)}</a
              >
            </li>`,
      )}
    </ul>
  </nav>`;
}
