import pluralize from 'pluralize';
import type { OperationNode, PathNode } from '#openapi/model.ts';
import { branchesAlong, pathTreeOf } from '../../../resources/path-tree.ts';
import { haveSameWords, splitWords } from '#compiler/rule/words/split-words.ts';
import { knownResources, type ResourceName } from '#compiler/rule/paths/resource-names.ts';
import {
  onlyWords,
  requestNouns,
  beforeObject,
  beforeResources,
  doneToOne,
  extents,
  joinedVerb,
  mayBeDone,
  mayBeVerb,
  neverCreated,
  neverNouns,
  neverQualify,
  nouns,
  particles,
  partsOfLists,
  phrasal,
  qualified,
  takesAway,
} from './verb-words.ts';
import { isNamedBelow, methodsAt, namesElements, namesThing } from './names-thing.ts';
import { saysAction } from './says-action.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';

/**
 * Whether a name of several words may be an action: it begins with a verb, does not end in a noun that verbs specify,
 * and neither the name nor an element below it has a GET.
 */
export function mayAct(path: PathNode, { text, index }: ResourceName): boolean {
  const [verb = '', next = '', ...more] = splitWords(text).map((word) => word.toLowerCase());
  if (next === '' || qualified.has(next) || nouns.has(more.at(-1) ?? next)) return false;
  if (!mayBeVerb(verb) || isNamedBelow(path, index, text)) return false;
  const branch = branchesAlong(path)[index];
  return [branch, branch?.templated.get('{}')].every((one) => !methodsAt(one).has('GET'));
}

/**
 * The verb that a name in a path begins with, in lower case, if the name is an action: the word is always a verb, is
 * the only word, precedes the name of a sibling (`list_dogs` next to `dogs`), or describes all that the path does.
 */
export function findVerb(
  path: PathNode,
  name: ResourceName,
  certainVerbs: ReadonlySet<string>,
): string | undefined {
  const words = wordsOf(name.text);
  return isAction(path, name, words, certainVerbs) ? words[0] : undefined;
}

/** The words of a name from its verb on, in lower case: `get`, `dog` and `names` of `getdog_names`. */
function wordsOf(text: string): readonly string[] {
  const [extent = '', ...others] = splitWords(text).map((word) => word.toLowerCase());
  const [first = '', ...rest] = extents.has(extent) && others.length > 0 ? others : [extent, ...others];
  const verb = joinedVerb(first);
  return verb === undefined ? [first, ...rest] : [verb, first.slice(verb.length), ...rest];
}

function isAction(
  path: PathNode,
  name: ResourceName,
  words: readonly string[],
  certainVerbs: ReadonlySet<string>,
): boolean {
  const [verb = '', next = '', ...more] = words;
  if (next !== '' && isLeaf(path, name.index) && saysAction(path, words)) return true;
  if (more.length === 0 && particles.has(next)) return isPhrase(path, name, words);
  if (more.length === 0 && isQualified(path, name, words)) return false;
  if (verb === 'update' && isOnlyRead(path, name)) return false;
  if (next === '') return certainVerbs.has(verb) || isOnlyWord(path, name, verb);
  return certainVerbs.has(verb) ? !namesThing(path, name, words) : isVerbBefore(path, name, words);
}

/** Whether a verb specifies the noun after it, unless callers can only remove what the noun names. */
function isQualified(
  path: PathNode,
  { index }: ResourceName,
  [verb = '', noun = '']: readonly string[],
): boolean {
  if (!qualified.has(noun) || neverQualify.has(verb)) return false;
  const isTaken = takesAway.has(verb) && !requestNouns.has(noun) && isLeaf(path, index) && !creates(path);
  return !isTaken || !path.operations.every(({ method }) => method === 'POST' || method === 'DELETE');
}

/** Whether a name of several words is a whole element that callers only read: an update check is a check. */
function isOnlyRead({ segments, operations }: PathNode, { text, index }: ResourceName): boolean {
  const isWhole = segments[index]?.text === text && text.toLowerCase() !== 'update';
  return (
    isWhole &&
    operations.length > 0 &&
    operations.every((operation) => operation.method === 'GET' && !saysUpdates(operation))
  );
}

function saysUpdates(operation: OperationNode): boolean {
  return ['summary', 'description'].some((key) =>
    /(^|[\sa-z])updates? (an?|the) /i.test(operation.text(key) ?? ''),
  );
}

function isPhrase(
  path: PathNode,
  { index }: ResourceName,
  [verb = '', particle = '']: readonly string[],
): boolean {
  return phrasal.has(verb) && !particle.endsWith('s') && isCall(path, index) && !creates(path);
}

function isOnlyWord(path: PathNode, { index, text }: ResourceName, verb: string): boolean {
  if (onlyWords.has(verb)) return !isCollection(path, index);
  if (verb === 'list') return isListing(path, index);
  if (verb === 'show') return isShowing(path, index);
  if (!mayBeDone.has(verb) || !isCall(path, index)) return false;
  const isBelowElement = path.segments[index - 1]?.form === 'identifier';
  if (creates(path)) return isBelowElement && (neverCreated.has(verb) || saysAction(path, [verb]));
  if (saysAction(path, [verb])) return true;
  return doneToOne.has(verb) && (text.toLowerCase() !== verb || isBelowElement);
}

function isVerbBefore(path: PathNode, name: ResourceName, words: readonly string[]): boolean {
  const [verb = ''] = words;
  const { index, text } = name;
  const object = withoutVerb(text, verb);
  if (beforeResources.has(verb) && hasSibling(path, index, object)) return !namesElements(path, index, text);
  if (verb === 'list') return listsOthers(path, index, words);
  if (!beforeObject.has(verb) || !isCall(path, index)) return false;
  if (verb === 'mark' && words[1] === 'as') return true;
  if (isNoun(words) && !isElementAbove(path, index, object)) return false;
  return creates(path) ? neverNouns.has(verb) && numberOf(text) !== 'plural' : true;
}

/** Whether a verb specifies the noun at the end: `import_job`. */
function isNoun(words: readonly string[]): boolean {
  const [verb = '', last = ''] = [words[0], words.at(-1)];
  return nouns.has(last) && (!neverNouns.has(verb) || numberOf(last) === 'plural');
}

/** Whether the object of a verb is the element before it in the path: `/jobs/{jobId}/copy_job`. */
function isElementAbove({ segments }: PathNode, index: number, object: string): boolean {
  const [collection, element] = [segments[index - 2], segments[index - 1]];
  if (collection?.form !== 'static' || element?.form !== 'identifier') return false;
  return haveSameWords(pluralize.singular(collection.text), object);
}

/** Whether `show` precedes an element of a collection (`/dogs/show/{dogId}`), and so is not one of several shows. */
function isShowing({ segments }: PathNode, index: number): boolean {
  const [above, below] = [segments[index - 1], segments[index + 1]?.parameters[0] ?? ''];
  return (
    above?.form === 'static' && numberOf(above.text) === 'plural' && below !== '' && !/^show/i.test(below)
  );
}

/** Whether a path below the name of a collection has only a GET: `/dogs/list`. */
function isListing(path: PathNode, index: number): boolean {
  const above = path.segments[index - 1];
  if (above?.form !== 'static' || numberOf(above.text) !== 'plural') return false;
  return isLeaf(path, index) && path.operations.every(({ method }) => method === 'GET');
}

/**
 * Whether `list` in a name is a verb, and not a resource with subscribers and views: nothing is identified or created
 * there, and the document has no resource `list`.
 */
function listsOthers(path: PathNode, index: number, words: readonly string[]): boolean {
  if (partsOfLists.has(words.at(-1) ?? '') || creates(path) || !isLeaf(path, index)) return false;
  if (knownResources(path.document).has('list')) return false;
  const isOne = ['GET', 'POST'].some((method) =>
    path.operations.every((operation) => operation.method === method),
  );
  const [, ...object] = words;
  return isOne && [object.join('_'), ...object].some((word) => word === 'all' || numberOf(word) === 'plural');
}

function isCall(path: PathNode, index: number): boolean {
  return isLeaf(path, index) && path.operations.every(({ method }) => method === 'POST');
}

/** Whether a path with operations ends at an element, and nothing is identified below it. */
function isLeaf(path: PathNode, index: number): boolean {
  if (index < path.segments.length - 1 || path.operations.length === 0) return false;
  return branchesAlong(path)[index]?.templated.size === 0;
}

/** Whether a POST to a path creates a resource there, so that its name is more likely a noun. */
function creates({ operations }: PathNode): boolean {
  return operations.some(({ responses }) => responses.some(({ status }) => status === '201'));
}

/** Whether an identifier follows a name, which then is a noun: buses call at `/stop/{stopId}`. */
function isCollection({ segments }: PathNode, index: number): boolean {
  return segments[index + 1]?.parameters.length === 1;
}

function hasSibling(path: PathNode, index: number, object: string): boolean {
  const parent = index === 0 ? pathTreeOf(path.document) : branchesAlong(path)[index - 1];
  const names = [object, object.charAt(0).toLowerCase() + object.slice(1)];
  return names.some((name) => parent?.statics.has(name));
}

/** Returns `dogs` for `bulk_delete_dogs` and `listdogs`, and `Dogs` for `listDogs`. */
export function withoutVerb(text: string, verb: string): string {
  const start = text.toLowerCase().startsWith(verb) ? text : withoutFirstWord(text);
  return start.slice(verb.length).replace(/^[^A-Za-z0-9]+/, '');
}

/** Returns `dogs` for `list_dogs`, and `Dogs` for `listDogs`. */
export function withoutFirstWord(text: string): string {
  return text.replace(/^([A-Z]?[a-z]+|[A-Z]+(?=[A-Z]))[^A-Za-z0-9]*/, '');
}
