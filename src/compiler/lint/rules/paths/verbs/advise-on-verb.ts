import type { PathNode } from '#openapi/model.ts';
import { findPath } from '../../../resources/find-path.ts';
import { isVersionElement } from '#compiler/rule/words/version-words.ts';
import { withoutVerb } from './find-verb.ts';
import { haveSameWords, readWords, splitWords, toSnakeCase } from '#compiler/rule/words/split-words.ts';
import { verbs } from './verb-words.ts';
import { isToDo, numberOf, pluralOf } from '#compiler/rule/words/word-number.ts';

/** The verbs for the methods of HTTP. */
const verbsByMethod = {
  GET: 'get fetch retrieve describe find list query search show read',
  POST: 'create add insert post register',
  PUT: 'put replace save',
  PATCH: 'modify edit patch',
  'PUT or PATCH': 'update',
  DELETE: 'delete remove destroy',
};

const methods: ReadonlyMap<string, string> = new Map(
  Object.entries(verbsByMethod).flatMap(([method, words]) => readWords(words).map((verb) => [verb, method])),
);

/** First words of phrases that only qualify a verb: `for_all_players` in `reset_for_all_players`. */
const qualifiers = new Set(
  readWords('all and as at by for from in into multiple next off on out over to up with'),
);

/** The advice on a name with a verb; `before` is the text before the name and its colon. */
export function adviseOnVerb(path: PathNode, text: string, verb: string, before = ''): string {
  const named = nounAfter(text, verb);
  const noun = named !== undefined && follows(path, text, named) ? undefined : named;
  const isBefore = noun === undefined || haveSameWords(before, noun);
  const instead = isBefore && before !== '' ? before : [before, noun ?? ''].filter(Boolean).join('/');
  const selects = /(?:^|_)by_/.test(toSnakeCase(withoutVerb(text, verb)));
  const taken = adviseOnTaken(path, { text, verb, instead, selects });
  if (taken !== undefined) return taken;
  const how = adviseOnAction(path, verb, selects);
  if (noun !== undefined) return `Write \`${instead}\`, ${how}.`;
  return `${hasOtherName(path, verb, text) ? 'Use only the name of the resource' : 'Write a noun in its place'}, ${how}.`;
}

/**
 * Whether a name follows its own noun in a path, so that the noun need not be repeated: `removeDogs` in
 * `/dogs/removeDogs`.
 */
function follows({ segments }: PathNode, text: string, noun: string): boolean {
  return segments.some((segment, index) => {
    const above = segments[index - 1];
    return segment.text === text && above?.form === 'static' && haveSameWords(above.text, noun);
  });
}

/** The plural of the noun after the verb of a name; undefined if no noun follows. */
function nounAfter(text: string, verb: string): string | undefined {
  const rest = withoutVerb(text, verb);
  const [first = '', second] = splitWords(rest).map((word) => word.toLowerCase());
  const [named = ''] = toSnakeCase(rest).split(/(?:^|_)by_/);
  const number = numberOf(named);
  if (named === '' || number === 'ambiguous' || isNoName(first, second)) return undefined;
  return number === 'plural' ? named : toSnakeCase(pluralOf(named));
}

/** Words of paths that name no resource. */
const nameless = new Set(readWords('api rest json xml'));

/** Whether a path contains words other than the verb that name a resource. */
function hasOtherName(path: PathNode, verb: string, text: string): boolean {
  if (text.toLowerCase() !== verb) return true;
  return path.segments.some((segment, index) => {
    if (isVersionElement(path, index)) return false;
    const words = splitWords(segment.text.replaceAll(/\{[^{}]*\}/g, ' ')).map((word) => word.toLowerCase());
    return words.some((word) => word !== verb && !nameless.has(word));
  });
}

/** A name with a verb, the text to write instead, and whether the name contains a criterion such as `by_name`. */
interface Verb {
  readonly text: string;
  readonly verb: string;
  readonly instead: string;
  readonly selects: boolean;
}

/** The advice if the resource without the verb already has the method that expresses it. */
function adviseOnTaken(path: PathNode, name: Verb): string | undefined {
  const method = methods.get(name.verb) ?? '';
  const known = findPath(path.document, templateWithout(path, name));
  const own = method.split(' or ').find((one) => known?.operation(one));
  if (!known || own === undefined) return undefined;
  const combined = `Combine it with \`${own} ${known.template}\``;
  if (name.selects && own === 'GET') return `${combined}, and select by query parameters.`;
  return own === 'GET'
    ? `${combined} if both return the same resources. Otherwise write a noun for what it returns.`
    : `${combined} if both do the same. Otherwise write a noun for what it ${results[own]}.`;
}

/** The template of a path without its verb, and without the segments after a verb that selects. */
function templateWithout({ segments }: PathNode, { text, instead, selects }: Verb): string {
  const elements = segments.map((segment) => segment.text);
  const index = elements.findIndex((element) => element === text || isEndOf(element, text));
  const after = selects ? [] : elements.slice(index + 1);
  return `/${[...elements.slice(0, Math.max(index, 0)), instead, ...after].filter(Boolean).join('/')}`;
}

/** Whether a path element ends with the given name after a namespace or a colon. */
function isEndOf(element: string, text: string): boolean {
  return element.endsWith(`:${text}`) || element.endsWith(`.${text}`);
}

const results: Readonly<Record<string, string>> = {
  POST: 'creates',
  PUT: 'changes',
  PATCH: 'changes',
  DELETE: 'removes',
};

/** Whether the words after a verb do not name a resource: they qualify the verb, or begin with another verb. */
function isNoName(first: string, second: string | undefined): boolean {
  return certainVerbs.has(first) || (qualifiers.has(first) && !isToDo(first, second));
}

const certainVerbs = new Set(verbs);

/** How to express an action without its verb: by the method, as a change, or as a new resource. */
function adviseOnAction({ operations }: PathNode, verb: string, selects: boolean): string {
  const method = methods.get(verb);
  if (method === 'GET') {
    const use = `use the method GET${mayChange(operations) ? ' if nothing is changed' : ''}`;
    return selects ? `${use}, and select by query parameters` : `and ${use}`;
  }
  const isRead = operations.length > 0 && operations.every((operation) => operation.method === 'GET');
  if (method !== undefined && isRead)
    return `and use the method ${method}, or keep GET if nothing is changed`;
  if (method !== undefined) return `and use the method ${method}`;
  if (isRead) return 'and keep the method GET if nothing is changed';
  const noun = nounOf(verb);
  const resource = noun === undefined ? 'a new resource' : `a new resource such as \`${noun}\``;
  return `and express the action as a change with PATCH, or as ${resource} with POST`;
}

/** Whether the methods of a path suggest that a verb for reading may change something. */
function mayChange(operations: PathNode['operations']): boolean {
  return operations.length > 0 && operations.every((operation) => operation.method !== 'GET');
}

/** Verbs whose noun is a different word or has another meaning: `locations`. */
const withoutNoun = /^(locate|populate|recreate|recogni[sz]e|(re)?size)$/;

/** The plural noun of a verb, such as `activations` for `activate`; undefined if it is not known. */
function nounOf(verb: string): string | undefined {
  if (withoutNoun.test(verb)) return undefined;
  if (/(?<!st)ate$/.test(verb)) return `${verb.slice(0, -1)}ions`;
  if (verb.endsWith('ify')) return `${verb.slice(0, -1)}ications`;
  return /i[sz]e$/.test(verb) ? `${verb.slice(0, -1)}ations` : undefined;
}
