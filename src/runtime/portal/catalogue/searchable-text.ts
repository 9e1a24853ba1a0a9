import type { CompiledApi } from '#compiled/compiled-api.ts';
import { memberOfContract } from '#compiled/deferred-contract.ts';
import { openDocument } from '#openapi/open-document.ts';
import { describeApi } from './describe-api.ts';
import { foldText } from './fold-text.ts';

/** The ranks of a word by the text that contains it; lower is better. The ranks of all words of a search are added. */
export const ranks = {
  namePrefix: 0,
  name: 1,
  tag: 2,
  title: 3,
  description: 4,
  operation: 5,
  owner: 6,
} as const;

/** A folded text of a version, with the rank of its words. */
interface RankedText {
  readonly rank: number;
  readonly text: string;
}

/** The number of characters that searches cover of a title or a description, and of the path or summary of an operation. */
const longestText = 4000;
const longestOfOperation = 1000;

/** The number of characters that searches cover of all tags, and of the texts of all operations. */
const longestTags = 50_000;
const longestOperations = 50_000;

const known = new WeakMap<CompiledApi, readonly RankedText[]>();

/** The texts of a version that searches cover, the best rank first. Cached per API, also across reloads. */
export function searchableTexts(api: CompiledApi): readonly RankedText[] {
  const found = known.get(api);
  if (found) return found;
  const made = foldTexts(api);
  known.set(api, made);
  return made;
}

/** Those of some folded words that the operations of a version have, or that begin one of theirs. */
export function wordsInOperations(api: CompiledApi, words: readonly string[]): readonly string[] {
  const { text = '' } = searchableTexts(api).find(({ rank }) => rank === ranks.operation) ?? {};
  return words.filter((word) => text.startsWith(word) || text.includes(` ${word}`));
}

function foldTexts(api: CompiledApi): readonly RankedText[] {
  const { title, description, tags } = describeApi(api);
  return [
    { rank: ranks.tag, text: foldText(tags.join(' ').slice(0, longestTags)) },
    { rank: ranks.title, text: foldText(title.slice(0, longestText)) },
    { rank: ranks.description, text: foldText(description.slice(0, longestText)) },
    { rank: ranks.operation, text: foldOperations(api) },
    { rank: ranks.owner, text: foldText(api.owner) },
  ];
}

/** Each word in the paths, the operationIds and the summaries of the operations once. */
function foldOperations(api: CompiledApi): string {
  const words = new Set<string>();
  let length = 0;
  for (const text of operationTexts(api)) {
    length += text.length;
    if (length > longestOperations) break;
    for (const word of foldText(text).split(' ')) words.add(word);
  }
  return [...words].join(' ');
}

function* operationTexts(api: CompiledApi): Generator<string> {
  for (const { operationId = '', path } of api.operations) {
    const [name, address] = [operationId.slice(0, longestOfOperation), path.slice(0, longestOfOperation)];
    yield `${address} ${name} ${name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')}`;
  }
  // Without the schemas, which are most of a contract.
  const document = openDocument({ paths: memberOfContract(api, 'paths') ?? {} });
  for (const { method, path } of api.operations)
    yield document.operation(method, path)?.text('summary')?.slice(0, longestOfOperation) ?? '';
}
