import type { CompiledApi } from '#compiled/compiled-api.ts';
import { describeApi } from './describe-api.ts';
import { foldText } from './fold-text.ts';

/** The ranks of a word by the text that contains it; lower is better. The ranks of all words of a search are added. */
export const ranks = { namePrefix: 0, name: 1, tag: 2, title: 3, description: 4, owner: 5 } as const;

/** A folded text of a version, with the rank of its words. */
interface RankedText {
  readonly rank: number;
  readonly text: string;
}

/** The number of characters of a description that searches cover. */
const longestDescription = 4000;

const known = new WeakMap<CompiledApi, readonly RankedText[]>();

/** The texts of a version that searches cover, the best rank first. Cached per API, also across reloads. */
export function searchableTexts(api: CompiledApi): readonly RankedText[] {
  const found = known.get(api);
  if (found) return found;
  const made = foldTexts(api);
  known.set(api, made);
  return made;
}

function foldTexts(api: CompiledApi): readonly RankedText[] {
  const { title, description, tags } = describeApi(api);
  return [
    { rank: ranks.tag, text: foldText(tags.join(' ')) },
    { rank: ranks.title, text: foldText(title) },
    { rank: ranks.description, text: foldText(description.slice(0, longestDescription)) },
    { rank: ranks.owner, text: foldText(api.owner) },
  ];
}
