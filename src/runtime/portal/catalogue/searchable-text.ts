import type { CompiledApi } from '../../../compiled/compiled-api.ts';
import { describeApi } from './describe-api.ts';
import { foldText } from './fold-text.ts';

/** The texts of a version that a search looks at, folded. */
export interface SearchableText {
  readonly tags: string;
  readonly title: string;
  readonly description: string;
  readonly owner: string;
}

/** As many characters of a description are searched; the rest repeats itself. */
const longestDescription = 4000;

const known = new WeakMap<CompiledApi, SearchableText>();

/** The texts of a version that a search looks at. Each part is read once, so unchanged ones cost a reload nothing. */
export function searchableText(api: CompiledApi): SearchableText {
  const found = known.get(api);
  if (found) return found;
  const made = foldTexts(api);
  known.set(api, made);
  return made;
}

function foldTexts(api: CompiledApi): SearchableText {
  const { title, description, tags } = describeApi(api);
  return {
    tags: foldText(tags.join(' ')),
    title: foldText(title),
    description: foldText(description.slice(0, longestDescription)),
    owner: foldText(api.owner),
  };
}
