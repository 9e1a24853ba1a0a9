import pluralize from 'pluralize';
import type { PathNode } from '#openapi/model.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import type { ResourceName } from '#compiler/rule/paths/resource-names.ts';
import { branchesAlong, type PathTree } from '../../../resources/path-tree.ts';
import { haveSameWords, splitWords } from '#compiler/rule/words/split-words.ts';
import { joinedVerb, mayBeVerb, neverOfThings, nouns, outcomes } from './verb-words.ts';

/** Whether the elements below a name have that name, or are both read and changed there: sell orders are orders. */
export function namesElements(path: PathNode, index: number, text: string): boolean {
  if (isNamedBelow(path, index, text)) return true;
  const methods = methodsAt(branchesAlong(path)[index]?.templated.get('{}'));
  return methods.has('GET') && [...methods].some((method) => changesOne.has(method));
}

/** Whether the identifier after a name is the singular of that name: `/search_dogs/{searchDogId}`. */
export function isNamedBelow({ segments }: PathNode, index: number, text: string): boolean {
  const [parameter] = segments[index + 1]?.parameters ?? [];
  return (
    parameter !== undefined && haveSameWords(parameter.replace(/_?(id|name)$/i, ''), pluralize.singular(text))
  );
}

/** The names with a verb, in lower case, that an identifier in any path of the document has too. */
const namedThings = oncePerDocument(
  ({ paths }): ReadonlySet<string> =>
    new Set(
      paths.flatMap((path) =>
        path.segments.flatMap(({ form, text }, index) =>
          form === 'static' && mayBeginWithVerb(text) && isNamedBelow(path, index, text)
            ? [text.toLowerCase()]
            : [],
        ),
      ),
    ),
);

function mayBeginWithVerb(text: string): boolean {
  const first = splitWords(text)[0]?.toLowerCase() ?? '';
  return mayBeVerb(joinedVerb(first) ?? first);
}

/**
 * Whether a name with a verb is a resource: callers read it, and delete it or change its elements (compute clusters are
 * clusters). For a noun that verbs specify, reading the list and the elements is enough; for an outcome, reading alone.
 * An identifier with the same name in any path is enough too.
 */
export function namesThing(path: PathNode, { index, text }: ResourceName, words: readonly string[]): boolean {
  const [verb = '', last = ''] = [words[0], words.at(-1)];
  if (neverOfThings.has(verb)) return false;
  if (namedThings(path.document).has(text.toLowerCase())) return true;
  const branch = branchesAlong(path)[index];
  const [own, below] = [methodsAt(branch), methodsAt(branch?.templated.get('{}'))];
  if (outcomes.has(last) && isOnlyRead(branch)) return true;
  if (own.has('GET') && below.has('GET') && (nouns.has(last) || outcomes.has(last))) return true;
  const isRead = own.has('GET') || below.has('GET');
  return isRead && (own.has('DELETE') || below.has('DELETE') || below.has('PATCH'));
}

/** Whether there are only GETs at a name and below it. */
function isOnlyRead(branch: PathTree | undefined): boolean {
  if (!branch || methodsAt(branch).size > 1) return false;
  if (!methodsAt(branch).has('GET') && methodsAt(branch).size > 0) return false;
  return [...branch.statics.values(), ...branch.templated.values()].every(isOnlyRead);
}

/** The methods of the operations at a place of the paths. */
export function methodsAt(branch: PathTree | undefined): ReadonlySet<string> {
  const operations = branch?.paths.flatMap((path) => path.operations) ?? [];
  return new Set(operations.map(({ method }) => method));
}

const changesOne = new Set(['PUT', 'PATCH', 'DELETE']);
