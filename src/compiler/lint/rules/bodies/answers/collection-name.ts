import pluralize from 'pluralize';
import type { OperationNode } from '#openapi/model.ts';
import { withoutFirstWord } from '../../paths/verbs/find-verb.ts';
import { haveSameWords, readWords, splitWords, toSnakeCase } from '#compiler/rule/words/split-words.ts';
import { verbs } from '../../paths/verbs/verb-words.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';

/** Names that say nothing about what is listed, though a property of the name may be anything else. */
const general = new Set(readWords('answer array body item output page payload response responses result'));

/** The name of a collection under `_embedded`: that of its array, or of the path if that says more or is its plural. */
export function nameOfCollection(
  name: string,
  operation: OperationNode,
  wrappers: ReadonlySet<string>,
): string | undefined {
  const lower = name.toLowerCase();
  const inPath = nameInPath(operation);
  if (wrappers.has(lower) || general.has(lower)) return inPath;
  if (numberOf(name) === 'plural') return name;
  return inPath !== undefined && haveSameWords(inPath, pluralize(name)) ? inPath : name;
}

const listing = new Set([...verbs, 'list']);

/** The name of the collection in the path, without a verb and what it is found by, unless that is all: `/dogs/find_by_name`. */
export function nameInPath({ path }: OperationNode): string | undefined {
  const text = withoutNamespace(path.segments.findLast(({ form }) => form === 'static')?.text ?? '');
  const [first = ''] = splitWords(text).map((word) => word.toLowerCase());
  const noun = listing.has(first) ? withoutFirstWord(text) : text;
  const name = noun.replace(/(?<=.)([_-]by[_-]|By(?=[A-Z])).*/, '');
  if (numberOf(name) !== 'plural') return undefined;
  return name === text && /^\w+$/.test(name) ? name : toSnakeCase(name);
}

/** `dogs` of `kennel.dogs()` and of `dogs.json`. */
function withoutNamespace(text: string): string {
  return text.replace(/\(\)$|\.(json|xml)$/, '').replace(/^.*\./, '');
}
