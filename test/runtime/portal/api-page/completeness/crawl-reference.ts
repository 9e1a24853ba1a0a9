import { marked } from 'marked';
import type { Compiled } from '#compiled/compiled.ts';
import type { Json } from '#compiled/json.ts';
import { pathOfMarkdown, portalAddresses } from '#runtime/portal/visit/paths.ts';
import { visitMarkdown, visitPage } from '../../visit-in-test.ts';
import type { ExpectedParts } from './expected-parts.ts';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function decode(markup: string): string {
  return markup.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '');
}

/** What the pages about one part of a document contain. */
interface ShownParts {
  /** The content of each block of code, of each short code, and of each heading of a field. */
  readonly codes: ReadonlySet<string>;
  /** The blocks of code that continue others, joined in their order: one text for each page with its further pages. */
  readonly continued: readonly string[];
  /** The paths that the pages link to. */
  readonly links: ReadonlySet<string>;
  /** The length of the longest page, in bytes. */
  readonly longest: number;
}

/** One page as its reader receives it. */
interface ReadPage {
  readonly bytes: number;
  /** The paths of pages, with their queries. */
  readonly links: readonly string[];
  readonly codes: readonly string[];
  /** The blocks of code, joined as `ShownParts.continued` is. */
  readonly joined: string;
}

export type ReadReference = (compiled: Compiled, path: string) => Promise<ReadPage>;

/** Visits a page and those that continue it: its parts, its further pages, and schemas without a name. */
export async function crawlReference(
  compiled: Compiled,
  start: string,
  read: ReadReference,
): Promise<ShownParts> {
  const codes = new Set<string>();
  const continued = new Map<string, string>();
  const links = new Set<string>();
  const paths = new Set([start]);
  let longest = 0;
  for (const path of paths) {
    const page = await read(compiled, path);
    longest = Math.max(longest, page.bytes);
    for (const link of page.links) {
      links.add(link);
      if (continues(start, link)) paths.add(link);
    }
    for (const code of page.codes) codes.add(code);
    const first = path.replace(/[?&]from=\d+$/, '');
    continued.set(first, (continued.get(first) ?? '') + page.joined);
  }
  return { codes, continued: [...continued.values()], links, longest };
}

function continues(start: string, link: string): boolean {
  if (/\/schemas\?at=/.test(link)) return true;
  return link.startsWith(start) && /[?&](part|from)=/.test(link);
}

/** Reads pages as a browser does. `change` stands for a page that is wrong. */
export function readPages(change: (page: string) => string = (page) => page): ReadReference {
  return async (compiled, path) => {
    const page = change(await visitPage(compiled, path));
    return {
      bytes: Buffer.byteLength(page),
      links: linksOf(page),
      codes: [...page.matchAll(/<code>([^<]*)<\/code>/g)].map(([, text = '']) => decode(text)),
      joined: [...page.matchAll(/<pre class="continued"[^>]*><code>([^<]*)<\/code>/g)]
        .map(([, text = '']) => decode(text))
        .join(''),
    };
  };
}

function linksOf(page: string): readonly string[] {
  return [...page.matchAll(/<a [^>]*href="([^"#]+)/g)].map(([, markup = '']) => decode(markup));
}

/** Reads the Markdown of pages, with a parser that Gatewright does not use. */
export function readMarkdownPages(change: (page: string) => string = (page) => page): ReadReference {
  return async (compiled, path) => {
    const markdown = change(await visitMarkdown(compiled, pathOfMarkdown(addresses, path)));
    const page = await marked(markdown);
    const blocks = [...page.matchAll(/<pre><code>([^<]*)\n<\/code>/g)].map(([, text = '']) => decode(text));
    const inline = [...page.matchAll(/<code>([^<]*)<\/code>/g)].map(([, text = '']) => decode(text));
    return {
      bytes: Buffer.byteLength(markdown),
      links: linksOf(page).flatMap((link) => {
        const [, ofPage = '', query = ''] =
          /^https:\/\/store\.example\.edu(.*?)\.md(\?.*)?$/.exec(link) ?? [];
        return ofPage === '' ? [] : [ofPage + query];
      }),
      codes: [...blocks, ...inline],
      joined: blocks.join(''),
    };
  };
}

const addresses = portalAddresses('https://store.example.edu');

/** Characters that no page can contain (XML 1.0 section 2.2). */
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const unshowable = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/g;

/** What a document has and its pages do not show. */
export function listMissing(
  expected: ExpectedParts,
  { codes, continued, links }: ShownParts,
): readonly string[] {
  const isShown = (text: string) => {
    const shown = text.toWellFormed().replaceAll(unshowable, '\uFFFD');
    return codes.has(shown) || (shown.length > 1000 && continued.some((joined) => joined.includes(shown)));
  };
  const names = [...expected.texts].filter((text) => !isShown(text)).map((text) => `name ${text}`);
  const values = [...expected.values]
    .filter((value) => !writings(value).some(isShown))
    .map((value) => `value ${JSON.stringify(value).slice(0, 200)}`);
  const schemas = [...expected.schemaNames]
    .filter((name) => ![...links].some((link) => link.includes(`/schemas/${encodeURIComponent(name)}`)))
    .map((name) => `schema ${name}`);
  return [...names, ...values, ...schemas];
}

function writings(value: Json): readonly string[] {
  const json = [JSON.stringify(value), JSON.stringify(value, undefined, 2)];
  return typeof value === 'string' ? [...json, value] : json;
}
