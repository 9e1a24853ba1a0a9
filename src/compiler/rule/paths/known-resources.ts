import pluralize from 'pluralize';
import type { OpenapiView } from '../../workspace/openapi/openapi-view.ts';
import { oncePerView } from '../once-per-view.ts';
import { splitWords } from '../words/split-words.ts';

/** What the paths of a definition are about, in the singular, as one word: `dogowner` for `/dog_owners`. */
export const knownResources = oncePerView(
  (view): ReadonlySet<string> => new Set(collectSegments(view).map(toName)),
);

function collectSegments({ paths }: OpenapiView): readonly string[] {
  const segments = paths.flatMap((path) => path.segments).filter(({ form }) => form === 'static');
  return [...new Set(segments.map(({ text }) => text))];
}

function toName(segment: string): string {
  return pluralize.singular(splitWords(segment).join('').toLowerCase());
}
