import pluralize from 'pluralize';
import type { OpenapiDocument, PathNode } from '#openapi/model.ts';
import { formatSuffixOf } from './format-elements.ts';
import { isVersionElement } from '../words/version-words.ts';
import { oncePer, oncePerDocument } from '../once-per.ts';
import { splitWords } from '../words/split-words.ts';

/** The name of a resource in a path element, decoded and without a format. */
export interface ResourceName {
  readonly text: string;
  /** The index of the segment. */
  readonly index: number;
}

const plainName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * The names of resources in a path, without versions, names with other characters, and everything below `.well-known`.
 */
export const resourceNames = oncePer((path: PathNode): readonly ResourceName[] => {
  const { segments } = path;
  if (segments[0]?.text === '.well-known') return [];
  return segments.flatMap((segment, index) => {
    if (isVersionElement(path, index)) return [];
    const suffix = formatSuffixOf(path, index) ?? '';
    if (segment.form !== 'static' && suffix === '') return [];
    const text = decodeElement(segment.text.slice(0, segment.text.length - suffix.length));
    return plainName.test(text) ? [{ text, index }] : [];
  });
});

/** A decoded path element; unchanged if its percent-encoding is malformed. */
export function decodeElement(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The resources of a definition's paths, in the singular, as one word: `dogowner` for `/dog_owners`. */
export const knownResources = oncePerDocument(
  (document): ReadonlySet<string> => new Set(collectSegments(document).map(toName)),
);

function collectSegments({ paths }: OpenapiDocument): readonly string[] {
  const segments = paths.flatMap((path) => path.segments).filter(({ form }) => form === 'static');
  return [...new Set(segments.map(({ text }) => text))];
}

function toName(segment: string): string {
  return pluralize.singular(splitWords(segment).join('').toLowerCase());
}
