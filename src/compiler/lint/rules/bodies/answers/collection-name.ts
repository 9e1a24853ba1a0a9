import pluralize from 'pluralize';
import type { OperationNode } from '#openapi/model.ts';
import { withoutFirstWord } from '../../paths/verbs/find-verb.ts';
import { haveSameWords, readWords, splitWords, toSnakeCase } from '#compiler/rule/words/split-words.ts';
import { verbs } from '../../paths/verbs/verb-words.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';

/**
 * Names that do not describe the items. Unlike `wrappers`, a property with such a name is not necessarily a collection.
 */
const general = new Set(readWords('answer array body item output page payload response responses result'));

/**
 * The name to use for a collection under `_embedded`: the name of its array, or the path's name if that is more
 * specific or is the plural of the array's name.
 */
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

/**
 * The collection's name in the path, without a verb and a part such as `by_name`. Undefined if the rest is not a
 * plural, as in `/dogs/find_by_name`.
 */
export function nameInPath({ path }: OperationNode): string | undefined {
  const text = withoutNamespace(path.segments.findLast(({ form }) => form === 'static')?.text ?? '');
  const [first = ''] = splitWords(text).map((word) => word.toLowerCase());
  const noun = listing.has(first) ? withoutFirstWord(text) : text;
  const name = noun.replace(/(?<=.)([_-]by[_-]|By(?=[A-Z])).*/, '');
  if (numberOf(name) !== 'plural') return undefined;
  return name === text && /^\w+$/.test(name) ? name : toSnakeCase(name);
}

/** Returns `dogs` for `kennel.dogs()` and for `dogs.json`. */
function withoutNamespace(text: string): string {
  return text.replace(/\(\)$|\.(json|xml)$/, '').replace(/^.*\./, '');
}
