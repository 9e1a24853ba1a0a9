import type { Page, Paging } from './paging.ts';

export interface Link {
  readonly href: string;
}

/** The links from one page to the others; filters and order stay in them. */
export function pagingLinks(
  path: string,
  query: URLSearchParams,
  paging: Paging,
  { size, start }: Page,
  totalCount: number,
): Readonly<Record<string, Link>> {
  const linkTo = (index: number): Link => ({
    href: pageAddress(path, query, paging, { size, start: index }),
  });
  const lastStart = totalCount === 0 ? 0 : Math.floor((totalCount - 1) / size) * size;
  return {
    self: linkTo(start),
    first: linkTo(0),
    ...(start > 0 && { prev: linkTo(Math.max(0, start - size)) }),
    ...(start + size < totalCount && { next: linkTo(start + size) }),
    last: linkTo(Math.max(start, lastStart)),
  };
}

function pageAddress(path: string, query: URLSearchParams, paging: Paging, { size, start }: Page): string {
  const parameters = new URLSearchParams(query);
  parameters.set(paging.sizeParameter, String(size));
  parameters.set(paging.positionParameter, String(paging.positionOf(start, size)));
  return `${path}?${parameters.toString()}`;
}
