import type { CompiledApi } from '#compiled/compiled-api.ts';
import { memberOfContract } from '#compiled/deferred-contract.ts';
import { isJsonObject, memberOf } from '#compiled/json.ts';
import { firstParagraph } from '../markdown/parse-markdown.ts';

/** The texts about an API in the catalogue. */
export interface ApiDescription {
  /** The title in the document, or else the name of the API. */
  readonly title: string;
  /** Markdown (CommonMark); may be empty. */
  readonly description: string;
  readonly tags: readonly string[];
}

const known = new WeakMap<CompiledApi, ApiDescription>();

/** The description of an API, as declared or else from its OpenAPI document. Cached per API. */
export function describeApi(api: CompiledApi): ApiDescription {
  const found = known.get(api);
  if (found) return found;
  const made = readDescription(api);
  known.set(api, made);
  return made;
}

function readDescription(api: CompiledApi): ApiDescription {
  const info = memberOfContract(api, 'info');
  return {
    title: textOr(memberOf(info, 'title'), api.name),
    description: api.description ?? textOr(memberOf(info, 'description'), ''),
    tags: api.tags ?? readTags(memberOfContract(api, 'tags')),
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value : otherwise;
}

function readTags(tags: unknown): readonly string[] {
  const names = Array.isArray(tags) ? tags.map((tag) => (isJsonObject(tag) ? tag['name'] : undefined)) : [];
  const texts = names.filter((name) => typeof name === 'string');
  return [...new Map(texts.map((name) => [name.toLowerCase(), name])).values()];
}

/**
 * The scopes that the operations of an API require, with their descriptions; scopes that no operation requires are
 * omitted.
 */
export function requiredScopes({
  operations,
  scopes,
}: Pick<CompiledApi, 'operations' | 'scopes'>): Readonly<Record<string, string>> {
  const required = new Set(operations.flatMap((operation) => operation.scopes?.flat() ?? []));
  return Object.fromEntries(Object.entries(scopes).filter(([scope]) => required.has(scope)));
}

/** The maximum length of a summary, and of the beginning of the text that it is made from; in UTF-16 code units. */
const longestSummary = 180;
const longestSource = 2000;

const summaries = new WeakMap<CompiledApi, string>();

/** The summary of the description of an API. Cached per API. */
export function summariseApi(api: CompiledApi): string {
  const found = summaries.get(api);
  if (found !== undefined) return found;
  const made = summariseMarkdown(describeApi(api).description);
  summaries.set(api, made);
  return made;
}

/** The beginning of the first paragraph of a Markdown text, as plain text; empty if there is no paragraph. */
export function summariseMarkdown(markdown: string): string {
  return shorten(firstParagraph(markdown.slice(0, longestSource)));
}

/**
 * Shortens a text to whole sentences if they fill at least half of the limit, or else to whole words, with an ellipsis.
 */
function shorten(text: string): string {
  if (text.length <= longestSummary) return text;
  const beginning = text.slice(0, longestSummary).toWellFormed();
  const sentence = beginning.lastIndexOf('. ') + 1;
  if (sentence > longestSummary / 2) return beginning.slice(0, sentence);
  const word = beginning.lastIndexOf(' ');
  return `${beginning.slice(0, word > longestSummary / 2 ? word : undefined)}…`;
}
