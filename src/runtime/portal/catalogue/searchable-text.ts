import type { CompiledApi } from '#compiled/compiled-api.ts';
import { describeApi } from './describe-api.ts';
import { foldText } from './fold-text.ts';

/** How well a word fits an API by where it is found, the best first; the ranks of all words of a search are added. */
export const ranks = { namePrefix: 0, name: 1, tag: 2, title: 3, description: 4, owner: 5 } as const;

/** A folded text of a version, and how well the words in it fit. */
interface RankedText {
  readonly rank: number;
  readonly text: string;
}

/** A search looks at the first characters of a description only. */
const longestDescription = 4000;

const known = new WeakMap<CompiledApi, readonly RankedText[]>();

/** The texts of a version that a search looks at, the best first. Each part is folded once, also over reloads. */
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
