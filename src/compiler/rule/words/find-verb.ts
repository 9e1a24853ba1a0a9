import pluralize from 'pluralize';
import type { PathNode } from '../../../openapi/model.ts';
import { branchesAlong, pathTreeOf, type PathTree } from '../paths/path-tree.ts';
import { haveSameWords, splitWords } from './split-words.ts';
import type { ResourceName } from '../paths/resource-names.ts';
import {
  alone,
  beforeObject,
  beforeResources,
  doneToOne,
  extents,
  joinedVerb,
  mayBeVerb,
  neverNouns,
  neverOfThings,
  neverQualify,
  nouns,
  outcomes,
  particles,
  partsOfLists,
  phrasal,
  qualified,
} from './verb-words.ts';
import { numberOf } from './word-number.ts';

/** Whether a name of several words may say what is done: it begins with a verb, and nothing there is read. */
export function mayAct(path: PathNode, { text, index }: ResourceName): boolean {
  const [verb = '', next = ''] = splitWords(text).map((word) => word.toLowerCase());
  if (next === '' || qualified.has(next) || !mayBeVerb(verb) || isNamedBelow(path, index, text)) return false;
  const branch = branchesAlong(path)[index];
  return [branch, branch?.templated.get('{}')].every((one) => !methodsOf(one).has('GET'));
}

/**
 * The verb that a name in a path begins with, in lower case: one that is nothing else, that is the only word, that is
 * before a resource at the same place (`list_dogs` next to `dogs`), or that is all the path is for.
 */
export function findVerb(
  path: PathNode,
  name: ResourceName,
  surely: ReadonlySet<string>,
): string | undefined {
  const [extent = '', ...others] = splitWords(name.text).map((word) => word.toLowerCase());
  const words = extents.has(extent) && others.length > 0 ? others : [extent, ...others];
  const [verb = '', next = ''] = words;
  if (words.length === 2 && particles.has(next)) return isPhrase(path, name, words) ? verb : undefined;
  if (words.length === 2 && qualified.has(next) && !neverQualify.has(verb)) return undefined;
  if (words.length > 2 && verb === 'add' && /^ons?$/.test(next)) return undefined;
  const together = joinedVerb(verb);
  if (together !== undefined) return together;
  if (surely.has(verb)) return words.length > 1 && namesThing(path, name.index, words) ? undefined : verb;
  const isVerb = words.length === 1 ? isVerbAlone(path, name, verb) : isVerbBefore(path, name, words);
  return isVerb ? verb : undefined;
}

function isPhrase(
  path: PathNode,
  { index }: ResourceName,
  [verb = '', particle = '']: readonly string[],
): boolean {
  return phrasal.has(verb) && !particle.endsWith('s') && isCall(path, index) && !creates(path);
}

function isVerbAlone(path: PathNode, { index, text }: ResourceName, verb: string): boolean {
  if (alone.has(verb)) return !isCollection(path, index);
  if (verb === 'list') return isListing(path, index);
  if (!doneToOne.has(verb) || creates(path) || !isCall(path, index)) return false;
  return text.toLowerCase() !== verb || path.segments[index - 1]?.form === 'identifier';
}

function isVerbBefore(path: PathNode, { index, text }: ResourceName, words: readonly string[]): boolean {
  const [verb = '', next = ''] = words;
  if (beforeResources.has(verb) && hasSibling(path, index, text)) return !namesElements(path, index, text);
  if (verb === 'list') return listsOthers(path, index, words);
  if (!beforeObject.has(verb) || !isCall(path, index)) return false;
  const isNoun = nouns.has(words.at(-1) ?? next) && (!neverNouns.has(verb) || numberOf(text) === 'plural');
  if (isNoun) return false;
  return creates(path) ? neverNouns.has(verb) && numberOf(text) === 'singular' : true;
}

/** Whether a GET is all that a path has below the name of a collection: `/dogs/list`. */
function isListing(path: PathNode, index: number): boolean {
  const above = path.segments[index - 1];
  if (above?.form !== 'static' || numberOf(above.text) !== 'plural') return false;
  return isLeaf(path, index) && path.operations.every(({ method }) => method === 'GET');
}

/** Whether a list is of what its name says, and not one that is shown itself: nothing in it is identified or created. */
function listsOthers(path: PathNode, index: number, words: readonly string[]): boolean {
  if (partsOfLists.has(words.at(-1) ?? '') || creates(path) || !isLeaf(path, index)) return false;
  const isOne = ['GET', 'POST'].some((method) =>
    path.operations.every((operation) => operation.method === method),
  );
  return isOne && words.slice(1).some((word) => numberOf(word) === 'plural');
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

/** Buses call at `/stop/{stopId}`. */
function isCollection({ segments }: PathNode, index: number): boolean {
  return segments[index + 1]?.parameters.length === 1;
}

/** Whether what is identified below a name has that name, or is both shown and changed there: sell orders are orders. */
function namesElements(path: PathNode, index: number, text: string): boolean {
  if (isNamedBelow(path, index, text)) return true;
  const methods = methodsOf(branchesAlong(path)[index]?.templated.get('{}'));
  return methods.has('GET') && [...methods].some((method) => changesOne.has(method));
}

/** Whether the identifier after a name is called as one thing of that name: `/search_dogs/{searchDogId}`. */
function isNamedBelow(path: PathNode, index: number, text: string): boolean {
  const [parameter] = path.segments[index + 1]?.parameters ?? [];
  return parameter !== undefined && haveSameWords(parameter.replace(/_?id$/i, ''), pluralize.singular(text));
}

/**
 * Whether callers read what is at a name with a verb, and change it, or read its elements too: compute clusters are
 * clusters. Of an outcome, reading is all that they do.
 */
function namesThing(path: PathNode, index: number, words: readonly string[]): boolean {
  const [verb = ''] = words;
  if (neverOfThings.has(verb)) return false;
  const branch = branchesAlong(path)[index];
  const [own, below] = [branch, branch?.templated.get('{}')].map(methodsOf);
  if (!own || !below || (!own.has('GET') && !below.has('GET'))) return false;
  const isChanged = [...own, ...below].some((method) => changesOne.has(method));
  return (
    isChanged || (own.has('GET') && below.has('GET')) || (own.size === 1 && outcomes.has(words.at(-1) ?? ''))
  );
}

function methodsOf(branch: PathTree | undefined): ReadonlySet<string> {
  const operations = branch?.paths.flatMap((path) => path.operations) ?? [];
  return new Set(operations.map(({ method }) => method));
}

const changesOne = new Set(['PUT', 'PATCH', 'DELETE']);

function hasSibling(path: PathNode, index: number, text: string): boolean {
  const parent = index === 0 ? pathTreeOf(path.document) : branchesAlong(path)[index - 1];
  const rest = withoutFirstWord(text);
  return [rest, rest.charAt(0).toLowerCase() + rest.slice(1)].some((name) => parent?.statics.has(name));
}

/** `dogs` of `list_dogs`, `Dogs` of `listDogs`. */
export function withoutFirstWord(text: string): string {
  return text.replace(/^([A-Z]?[a-z]+|[A-Z]+(?=[A-Z]))[^A-Za-z0-9]*/, '');
}
