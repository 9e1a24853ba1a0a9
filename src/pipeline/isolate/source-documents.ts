import { apiKey, subscriptionKey } from '../../compiled/api-key.ts';
import { allLists } from '../../compiled/manifest.ts';
import { isJsonObject } from '../../compiled/json.ts';

/** A document of a file of declarations. */
export interface SourceDocument {
  /** The line that it begins at, from 1. */
  readonly line: number;
  /** Without the marker that separates it from the one before. */
  readonly text: string;
}

const marker = /^---(?=\s|$)/;

/**
 * The documents of a file, in their order, whether or not they can be parsed: no YAML document contains the marker between
 * two of them at the start of a line. A file with directives is one document.
 */
export function splitDocuments(text: string): readonly SourceDocument[] {
  const lines = text.split('\n');
  if (lines.some((line) => /^(%|\.\.\.(?=\s|$))/.test(line))) return [{ line: 1, text }];
  const starts = [...lines.keys()].filter((index) => index === 0 || marker.test(lines[index] ?? ''));
  const found = starts.map((start, index) => toDocument(lines, start, starts[index + 1] ?? lines.length));
  const [first, ...others] = found;
  // Only comments before the first marker are no document.
  const isEmpty = others.length > 0 && !marker.test(lines[0] ?? '') && first && hasNothing(first.text);
  return isEmpty ? others : found;
}

function hasNothing(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(#.*)?$/.test(line));
}

function toDocument(lines: readonly string[], start: number, end: number): SourceDocument {
  const [head = '', ...rest] = lines.slice(start, end);
  return { line: start + 1, text: [head.replace(marker, ''), ...rest].join('\n') };
}

/** The text of a file of some documents; undefined if there are none. */
export function joinDocuments(documents: readonly Pick<SourceDocument, 'text'>[]): string | undefined {
  if (documents.length === 0) return undefined;
  return documents.map(({ text }) => text.trim()).join('\n---\n') + '\n';
}

/** What identifies a declaration in all states of the sources: `Api DogPark/v1`. Undefined if it is of no kind with a list. */
export function keyOf(kind: string, value: Readonly<Record<string, unknown>>): string | undefined {
  if (!allLists.some((list) => list.kind === kind)) return undefined;
  const [name, version, application, api] = ['name', 'version', 'application', 'api'].map((field) =>
    textOf(value[field]),
  );
  if (kind === 'Subscription') {
    return application && api ? `${kind} ${subscriptionKey({ application, api })}` : undefined;
  }
  if (kind === 'Api') return name && version ? `${kind} ${apiKey({ name, version })}` : undefined;
  return name ? `${kind} ${name}` : undefined;
}

/** The kind and the key of a document with errors, as far as they can be read; `value` is absent if it cannot be parsed. */
export function readKey(
  { text }: SourceDocument,
  value: unknown,
): { readonly kind?: string; readonly key?: string } {
  const fields = { ...(isJsonObject(value) ? value : {}), ...readFields(text) };
  const kind = allLists.find((list) => list.kind === fields['kind'])?.kind;
  if (!kind) return {};
  const key = keyOf(kind, fields);
  return { kind, ...(key !== undefined && { key }) };
}

/** The members of a document that are on a line of their own; undefined for one that is repeated with another value. */
function readFields(text: string): Readonly<Record<string, string | undefined>> {
  const line = /^(kind|name|version|application|api):[ \t]+(['"]?)([^\s'"#]+)\2[ \t]*(?:#.*)?\r?$/gm;
  const fields: Record<string, string | undefined> = {};
  for (const [, field = '', , word] of text.matchAll(line))
    fields[field] = Object.hasOwn(fields, field) && fields[field] !== word ? undefined : word;
  return fields;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
