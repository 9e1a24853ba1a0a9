import { apiKey, subscriptionKey } from '#compiled/api-key.ts';
import { allLists } from '#compiled/manifest.ts';
import { isJsonObject } from '#compiled/json.ts';

/** A document in a file of declarations. */
export interface SourceDocument {
  /** The line at which the document begins, from 1. */
  readonly line: number;
  /** The text without the line break at its end, and without the line that separates it from the document before. */
  readonly text: string;
}

const [marker, endMarker] = [/^---(?=\s|$)/, /^\.\.\.(?=\s|$)/];

/**
 * The documents of a file, in their order, whether or not they can be parsed: a marker at the start of a line is never
 * inside a YAML document. For a file that can be parsed, a parser finds the same number of documents.
 */
export function splitDocuments(text: string): readonly SourceDocument[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  // A line break at the end of the file only ends its last line.
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const found: SourceDocument[] = [];
  let [start, isOpen] = [0, false];
  const end = (next: number): void => {
    found.push(toDocument(lines, start, next));
    [start, isOpen] = [next, false];
  };
  for (const [index, line] of lines.entries()) {
    if (endMarker.test(line)) {
      end(index);
      start = index + 1;
    } else if (marker.test(line)) {
      if (isOpen) end(index);
      // Comments before a marker belong to no document, but directives belong to the document after them.
      if (!lines.slice(start, index).some((one) => one.startsWith('%'))) start = index;
      isOpen = true;
    } else isOpen ||= !isBetween(line);
  }
  if (isOpen || found.length === 0) end(lines.length);
  return found;
}

/** Whether a line before a document is not its first line: a comment, a directive, or a blank line. */
function isBetween(line: string): boolean {
  return /^%|^\s*(#|$)/.test(line);
}

/** Omits the marker if its line contains nothing else. */
function toDocument(lines: readonly string[], start: number, end: number): SourceDocument {
  const own = lines.slice(start, end);
  const isMarkerOnly = /^---\s*$/.test(own[0] ?? '');
  return { line: start + (isMarkerOnly ? 2 : 1), text: own.slice(isMarkerOnly ? 1 : 0).join('\n') };
}

/** The text of a file with some documents; undefined if the list is empty. */
export function joinDocuments(documents: readonly Pick<SourceDocument, 'text'>[]): string | undefined {
  if (documents.length === 0) return undefined;
  return documents.map(({ text }, index) => `${separate(text, index)}${text}\n`).join('');
}

/** The marker before a document in a joined file; empty if the document needs none. */
export function separate(text: string, index: number): string {
  const first = text.split('\n').find((line) => !/^\s*(#|$)/.test(line)) ?? '';
  // Without a marker, an empty text would not be a document.
  if (marker.test(text) || (index === 0 && first !== '')) return '';
  return first.startsWith('%') ? '...\n' : '---\n';
}

/**
 * The identity of a declaration in all states of the sources: `Api DogPark/v1`. Undefined for kinds without a list.
 */
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

/**
 * The kind and the key of a document with errors, as far as they can be read; `value` is undefined if it cannot be
 * parsed.
 */
export function readKey(
  { text }: SourceDocument,
  value: unknown,
): { readonly kind?: string; readonly key?: string } {
  const fields = isJsonObject(value) ? { ...value, ...versionIn(value, text) } : readFields(text);
  const kind = allLists.find((list) => list.kind === fields['kind'])?.kind;
  if (!kind) return {};
  const key = keyOf(kind, fields);
  return { kind, ...(key !== undefined && { key }) };
}

/** A numeric version as it is written, since YAML reads `1.10` as a number. */
function versionIn(
  { version }: Readonly<Record<string, unknown>>,
  text: string,
): { readonly version?: string } {
  if (typeof version !== 'number') return {};
  return { version: readFields(text)['version'] ?? String(version) };
}

/**
 * The members of a document whose values are plain words on the same line: in a document that cannot be parsed, the end
 * of a bracket or a quote is unknown. Undefined for a member that is repeated with another value.
 */
function readFields(text: string): Readonly<Record<string, string | undefined>> {
  const line = /^(kind|name|version|application|api):[ \t]+(['"]?)(\w[\w.@/-]*)\2[ \t]*(?:#.*)?\r?$/gm;
  const fields: Record<string, string | undefined> = {};
  for (const [, field = '', , word] of text.matchAll(line))
    fields[field] = Object.hasOwn(fields, field) && fields[field] !== word ? undefined : word;
  return fields;
}

/** Whether two texts agree in every name that can be read in both. */
export function mayHaveNames(text: string, other: string): boolean {
  const [one, two] = [readFields(text), readFields(other)];
  return ['name', 'version', 'application', 'api'].every(
    (field) => one[field] === undefined || two[field] === undefined || one[field] === two[field],
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
