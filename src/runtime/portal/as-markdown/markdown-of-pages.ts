import { texts } from '../texts/texts.ts';
import { pathOfMarkdown } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import type { PortalEndpoint, StoreAnswer, StorePageAnswer, StoreVisit } from '../visit/store-visit.ts';
import { prefersMarkdown } from './prefers-markdown.ts';
import { readMarkup } from './read-markup.ts';
import { encodeAddress } from './write-inline.ts';
import { joinBlocks, writeBlocks } from './write-markdown.ts';

const type = 'text/markdown; charset=utf-8';

/** The maximum length of the Markdown of a page in UTF-16 code units; no page of real documents is as long. */
const maxLength = 500_000;

/**
 * Adds to the pages that are declared with `markdown` what they answer to readers of Markdown: at their path with `.md`
 * and, if a client prefers it, at their own path. It is written from the same markup as the page that a browser shows.
 */
export function withMarkdown(endpoints: readonly PortalEndpoint[]): readonly PortalEndpoint[] {
  const findMarkdown = openMarkdownPaths(endpoints);
  return endpoints.flatMap((endpoint) => {
    if (!endpoint.markdown) return [endpoint];
    const chooses = { ...endpoint, answer: (visit: StoreVisit) => choose(endpoint, visit, findMarkdown) };
    // A path that ends with a name needs no route of its own, since names are looked up with `.md` too.
    if (endsWithName(endpoint)) return [chooses];
    const answer = async (visit: StoreVisit) =>
      write(endpoint, visit, await endpoint.answer(visit), findMarkdown);
    return [chooses, { ...endpoint, path: markdownPatternOf(endpoint), use: 'text', answer }];
  });
}

function endsWithName({ path }: PortalEndpoint): boolean {
  return /\/:\w+$/.test(path);
}

/** The catalogue is at the path of the store itself, to which nothing can be appended. */
function markdownPatternOf({ path }: PortalEndpoint): string {
  return path === '' ? '/index.md' : `${path}.md`;
}

type FindMarkdown = (portal: Portal, href: string) => string | undefined;

async function choose(
  endpoint: PortalEndpoint,
  visit: StoreVisit,
  findMarkdown: FindMarkdown,
): Promise<StoreAnswer> {
  const isPreferred = prefersMarkdown(visit.accept);
  if (isPreferred && endpoint.markdown === 'source') {
    const source = await endpoint.answer(withEnd(endpoint, visit));
    if (!isUnknown(source)) return source;
  }
  const answer = await endpoint.answer(visit);
  const named =
    endpoint.markdown === 'rendered' && isUnknown(answer) ? withoutEnd(endpoint, visit) : undefined;
  if (named) return write(endpoint, named, await endpoint.answer(named), findMarkdown);
  if (isPreferred) return write(endpoint, visit, answer, findMarkdown);
  return 'page' in answer && answer.status === 200 ? advertise(endpoint, visit, answer) : answer;
}

function isUnknown(answer: StoreAnswer): boolean {
  return 'status' in answer && answer.status === 404;
}

/** The visit of the page whose Markdown the last name of a path asks for; undefined if it does not end with `.md`. */
function withoutEnd({ path }: PortalEndpoint, visit: StoreVisit): StoreVisit | undefined {
  const [, name = ''] = /\/:(\w+)$/.exec(path) ?? [];
  const value = visit.parameters[name] ?? '';
  if (!value.endsWith('.md')) return undefined;
  return { ...visit, parameters: { ...visit.parameters, [name]: value.slice(0, -'.md'.length) } };
}

function withEnd({ path }: PortalEndpoint, visit: StoreVisit): StoreVisit {
  const [, name = ''] = /\/:(\w+)$/.exec(path) ?? [];
  return { ...visit, parameters: { ...visit.parameters, [name]: `${visit.parameters[name]}.md` } };
}

/** What readers choose for themselves; an address that somebody made up must not be repeated as if the store had. */
const choices: ReadonlySet<string> = new Set(['application', 'keys', 'language']);

/** The path of the page of an endpoint, with the query that identifies what it shows. */
function pathOfPage({ path }: PortalEndpoint, { portal, parameters, query }: StoreVisit): string {
  const page = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const written = new URLSearchParams([...query].filter(([name]) => !choices.has(name))).toString();
  return `${portal.addresses.path}${page}${written === '' ? '' : `?${written}`}`;
}

function advertise(endpoint: PortalEndpoint, visit: StoreVisit, answer: StorePageAnswer): StoreAnswer {
  const markdown = pathOfMarkdown(visit.portal.addresses, pathOfPage(endpoint, visit));
  return { ...answer, page: { ...answer.page, markdown }, headers: { ...answer.headers, vary: 'accept' } };
}

/** The answer of a page as Markdown; other answers, such as redirects, stay as they are. */
function write(
  endpoint: PortalEndpoint,
  visit: StoreVisit,
  answer: StoreAnswer,
  findMarkdown: FindMarkdown,
): StoreAnswer {
  if (!('page' in answer)) return answer;
  const { status, page, headers, ...cookies } = answer;
  const { portal } = visit;
  const { addresses } = portal;
  const own = new URL(pathOfPage(endpoint, visit), addresses.origin);
  const resolve = (href: string) => resolveAddress(href, own, (path) => findMarkdown(portal, path));
  const { blocks, isCut } = takeBlocks(writeBlocks(readMarkup(page.main), resolve));
  const { isFor, isCut: cutText, overview } = texts.markdown;
  const about = `${isFor} <${encodeAddress(own.href)}>. ${overview} <${addresses.origin}${addresses.path}/llms.txt>.`;
  const ending = [...(isCut ? [cutText] : []), ...(status === 200 ? ['***', about] : [])];
  const body = `${joinBlocks([...blocks, ...ending])}\n`;
  return { ...cookies, status, type, body, headers: { ...headers, vary: 'accept' } };
}

/**
 * The absolute address that a link leads to: the Markdown of a page if it has any. Links within a page are only texts,
 * since Markdown has no names of places.
 */
function resolveAddress(
  href: string,
  own: URL,
  findMarkdown: (path: string) => string | undefined,
): string | undefined {
  if (href.startsWith('#') || href === '') return undefined;
  const target = new URL(href, own);
  if (target.origin !== own.origin) return target.href;
  const path = `${target.pathname}${target.search}`;
  return own.origin + (findMarkdown(path) ?? path);
}

/** The path of the Markdown of a page; undefined for a path of a page that has none. */
function openMarkdownPaths(endpoints: readonly PortalEndpoint[]): FindMarkdown {
  const patterns = endpoints
    .filter(({ markdown }) => markdown)
    .map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));
  return ({ addresses }, href) => {
    const [path = ''] = href.split('?', 1);
    if (path !== addresses.path && !path.startsWith(`${addresses.path}/`)) return undefined;
    const below = path.slice(addresses.path.length);
    return patterns.some((pattern) => pattern.test(below)) ? pathOfMarkdown(addresses, href) : undefined;
  };
}

/** The first blocks that have room. */
function takeBlocks(blocks: readonly string[]): {
  readonly blocks: readonly string[];
  readonly isCut: boolean;
} {
  let length = 0;
  const end = blocks.findIndex((block) => (length += block.length) > maxLength);
  return end === -1 ? { blocks, isCut: false } : { blocks: blocks.slice(0, end), isCut: true };
}
