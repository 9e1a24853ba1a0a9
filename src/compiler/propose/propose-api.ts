import { isJsonObject, type Json, type JsonObject, valueAt } from '#compiled/json.ts';
import type { ProposedApi } from '#compiled/proposals/proposed-change.ts';
import { findUrlProblem } from '#compiler/rule/declarations/find-url-problem.ts';
import { reservedSegments } from '#compiled/addresses.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import { toSnakeCase } from './checked-text.ts';

/** The fields that an OpenAPI document suggests for the declaration of its API; `base` is the URL of the document. */
export function proposeApi(document: JsonObject, base?: string): ProposedApi {
  const name = proposeName(document);
  return {
    title: textAt(document, 'info', 'title'),
    name,
    context: name === undefined ? undefined : proposeContext(name),
    version: proposeVersion(document),
    owner: proposeOwner(document),
    production: proposeProductionUrl(document, base),
  };
}

/** The context of an API by its name, with a leading slash. */
export function proposeContext(name: string): string {
  return `/${toSnakeCase(name)}`;
}

/** The title in UpperCamelCase without the word API and without a version; undefined if nothing remains. */
export function proposeName(document: JsonObject): string | undefined {
  return nameFromText(textAt(document, 'info', 'title') ?? '', proposeVersion(document));
}

/** Longer names are cut after a word, since people read names in lists. */
const maxNameLength = 60;

/**
 * A name for an API, made from a text: the rules accept it with the version, and accept the context that is derived
 * from it. Undefined if nothing remains of the text.
 */
export function nameFromText(text: string, version = 'v1'): string | undefined {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/https?:\S*/gi, ' ')
    .replaceAll(/\bopen\s?api\b/gi, ' ')
    .replaceAll(/\b(version|v)?[ .]?\d+(\.\d+)*\b/gi, ' ');
  const words = splitWords(plain).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const name = tidyName(words, version);
  if (name === '') return undefined;
  return reservedSegments.has(toSnakeCase(name)) ? `${name}Service` : name;
}

/** Drops the words that the rules refuse, again after the others are joined, since that can form such a word. */
function tidyName(words: readonly string[], version: string): string {
  const nameWords = words.filter((word) => !/^(apis?\d*|version)$/i.test(word));
  const start = nameWords.findIndex((word) => /^[A-Z]/.test(word));
  const end = nameWords.findLastIndex((word) => !/^(v(ersion)?)?\d+$/i.test(word));
  const joined = joinWords(start === -1 ? [] : nameWords.slice(start, end + 1));
  const name = joined.toLowerCase().endsWith(version) ? joined.slice(0, -version.length) : joined;
  const again = splitWords(name);
  return again.join(' ') === words.join(' ') ? name : tidyName(again, version);
}

function joinWords(words: readonly string[]): string {
  let name = '';
  for (const word of words) {
    if (name.length + word.length > maxNameLength) break;
    name += word;
  }
  return name;
}

/** `v` and the first number of the document's version. */
export function proposeVersion(document: JsonObject): string | undefined {
  const major = /^v?(\d{1,4})(?!\d)/i.exec(textAt(document, 'info', 'version') ?? '')?.[1];
  return major === undefined ? undefined : `v${Number(major)}`;
}

export function proposeOwner(document: JsonObject): string | undefined {
  return textAt(document, 'info', 'contact', 'email') ?? textAt(document, 'info', 'contact', 'name');
}

/** The first https address among the servers of the document; undefined if there is none. */
export function proposeProductionUrl(document: JsonObject, base?: string): string | undefined {
  return listServerUrls(document, base).find((url) => url.startsWith('https:'));
}

/**
 * The addresses of a document's servers that an endpoint may have, http or https. Relative addresses are resolved
 * against `base`, the URL of the document.
 */
export function listServerUrls(document: JsonObject, base?: string): readonly string[] {
  return listServers(document).flatMap((written) => {
    const url = /^https?:/i.test(written) ? written : resolveUrl(written, base);
    return url === undefined || /[{}]/.test(url) || findUrlProblem(url) !== undefined ? [] : [url];
  });
}

/** An address without a scheme gets https, like the pages that contain it. */
function resolveUrl(written: string, base: string | undefined): string | undefined {
  if (written.startsWith('//')) return URL.parse(`https:${written}`)?.href;
  return base === undefined || written === '' ? undefined : URL.parse(written, base)?.href;
}

function listServers(document: JsonObject): readonly string[] {
  const { servers } = document;
  if (Array.isArray(servers)) return servers.filter(isJsonObject).map(expandServer);
  const host = textAt(document, 'host');
  return host === undefined
    ? []
    : listSchemes(document).map((scheme) => `${scheme}://${host}${textAt(document, 'basePath') ?? ''}`);
}

/**
 * The schemes of an OpenAPI 2.0 document, https first. Default: https, since the default is the scheme of the
 * document's own URL.
 */
function listSchemes({ schemes }: JsonObject): readonly string[] {
  if (!Array.isArray(schemes) || schemes.length === 0) return ['https'];
  return ['https', 'http'].filter((scheme) => schemes.includes(scheme));
}

/** The URL of an OpenAPI server, with each variable replaced by its default. */
function expandServer(server: JsonObject): string {
  const url = textAt(server, 'url') ?? '';
  return url.replaceAll(
    /\{([^{}]+)\}/g,
    (whole, name: string) => textAt(server, 'variables', name, 'default') ?? whole,
  );
}

function textAt(value: Json, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, keys);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
