import type { PageInTest } from '../../runtime/oauth/authorize/browser-in-test.ts';

/** Where a link leads and what was there. */
export interface CrawledPage extends PageInTest {
  readonly path: string;
}

/** Pages with a number in their address have no end. */
const mostPages = 120;

/** Visits everything below `/store` that pages link to, from some paths on, except the sign-in and the sign-out. */
export async function crawlStore(
  visit: (path: string) => Promise<PageInTest>,
  from: readonly string[],
): Promise<readonly CrawledPage[]> {
  const waiting = [...from];
  const known = new Set(from);
  const pages: CrawledPage[] = [];
  for (let path = waiting.shift(); path !== undefined && pages.length < mostPages; path = waiting.shift()) {
    const page = await visit(path);
    pages.push({ ...page, path });
    for (const link of linksOf(page)) {
      if (known.has(link)) continue;
      known.add(link);
      waiting.push(link);
    }
  }
  return pages;
}

function linksOf({ body, location }: PageInTest): readonly string[] {
  const written = [...body.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
  return [...written, location]
    .map((link) => link.replaceAll('&amp;', '&').replace(/#.*$/, ''))
    .filter((link) => /^\/store(?![\w-]*\/?sign-)/.test(link) && !link.startsWith('/store/sign'));
}
