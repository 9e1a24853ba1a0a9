import { html, type Html } from '#runtime/pages/html.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';

/** One page of a long list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The page number, at least 1; at most the number of the last page. */
  readonly page: number;
  readonly pages: number;
  /** The index of the first item in the whole list. */
  readonly from: number;
}

/** The page of a list with the wanted number, at least 1; the last page if the number is too high. */
export function takePage<Item>(list: readonly Item[], wanted: number, size: number): ListPage<Item> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(wanted, pages);
  const from = (page - 1) * size;
  return { items: list.slice(from, from + size), page, pages, from };
}

/** The page number in a URL; 1 if it is missing or invalid, since people edit URLs by hand. */
export function readPageNumber(query: URLSearchParams, name = 'page'): number {
  return Math.max(1, Number.parseInt(query.get(name) ?? '1', 10) || 1);
}

/** Links to the pages of a list; undefined if there is only one page. */
export function renderPagination(
  { page, pages }: Pick<ListPage<unknown>, 'page' | 'pages'>,
  locationOf: (page: number) => string,
): Html | undefined {
  if (pages === 1) return undefined;
  const step = (target: number, text: string, relation: string) =>
    target < 1 || target > pages
      ? undefined
      : html`<li><a href="${locationOf(target)}" rel="${relation}">${text}</a></li>`;
  return html`<nav class="pages" aria-label="${texts.pages.label}">
    <ul>
      ${step(page - 1, texts.pages.previous, 'prev')}
      ${numbersAround(page, pages).map((number) => renderNumber(number, page, locationOf))}
      ${step(page + 1, texts.pages.next, 'next')}
    </ul>
  </nav>`;
}

function renderNumber(number: number | undefined, page: number, locationOf: (page: number) => string): Html {
  if (number === undefined) return html`<li aria-hidden="true"><span>…</span></li>`;
  return html`<li>
    <a
      href="${locationOf(number)}"
      aria-label="${texts.pages.page(number)}"
      ${number === page ? html` aria-current="page"` : undefined}
      >${formatCount(number)}</a
    >
  </li>`;
}

/** The numbers of the first page, the last page, and the pages around this one; undefined marks a gap. */
function numbersAround(page: number, pages: number): readonly (number | undefined)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter(
    (number) => number >= 1 && number <= pages,
  );
  return shown.flatMap((number, index) => {
    const isGap = index > 0 && number !== (shown[index - 1] ?? 0) + 1;
    return isGap ? [undefined, number] : [number];
  });
}
