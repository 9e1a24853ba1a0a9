import type { PathNode } from '../../../openapi/model.ts';
import { withoutVerb } from './find-verb.ts';
import { haveSameWords, readWords, splitWords, toSnakeCase } from './split-words.ts';
import { verbs } from './verb-words.ts';
import { isToDo, numberOf, pluralOf } from './word-number.ts';

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

/** First words of what only qualifies a verb: `for_all_players` of `reset_for_all_players`. */
const qualifiers = new Set(
  readWords('all and as at by for from in into multiple next off on out over to up with'),
);

/** What to write in place of a name with a verb; `before` is what the name is written after, with a colon between. */
export function adviseOnVerb(path: PathNode, text: string, verb: string, before = ''): string {
  const rest = withoutVerb(text, verb);
  const [first = '', second] = splitWords(rest).map((word) => word.toLowerCase());
  const [named = '', ...selecting] = toSnakeCase(rest).split(/(?:^|_)by_/);
  const how = adviseOnAction(path, verb, selecting.length > 0);
  const number = numberOf(named);
  if (named === '' || number === 'ambiguous' || isNoName(first, second))
    return `Use only the name of the resource, ${how}.`;
  const noun = number === 'plural' ? named : toSnakeCase(pluralOf(named));
  const isBefore = haveSameWords(before, noun);
  return `Write \`${before === '' || isBefore ? noun : `${before}/${noun}`}\`, ${how}.`;
}

/** Whether the words after a verb do not begin a name: they qualify the verb, or are another one. */
function isNoName(first: string, second: string | undefined): boolean {
  return surely.has(first) || (qualifiers.has(first) && !isToDo(first, second));
}

const surely = new Set(verbs);

/** How to express an action without its verb: some methods are verbs, and a state or a new resource says the others. */
function adviseOnAction({ operations }: PathNode, verb: string, selects: boolean): string {
  const method = methods.get(verb);
  if (method === 'GET') {
    const use = `use the method GET${mayChange(operations) ? ' if nothing is changed' : ''}`;
    return selects ? `${use}, and select by query parameters` : `and ${use}`;
  }
  if (method !== undefined) return `and use the method ${method}`;
  if (operations.length > 0 && operations.every((operation) => operation.method === 'GET'))
    return 'and keep the method GET if nothing is changed';
  const noun = nounOf(verb);
  const resource = noun === undefined ? 'a new resource' : `a new resource such as \`${noun}\``;
  return `and express the action as a change with PATCH, or as ${resource} with POST`;
}

/** Whether the methods of a path say that a verb that only reads by its name may change something. */
function mayChange(operations: PathNode['operations']): boolean {
  return operations.length > 0 && operations.every((operation) => operation.method !== 'GET');
}

/** Verbs whose noun is another word, or means something else: `locations`. */
const withoutNoun = /^(locate|populate|recreate|recogni[sz]e|(re)?size)$/;

/** The plural noun of a verb, such as `activations` for `activate`; undefined if it is not known. */
function nounOf(verb: string): string | undefined {
  if (withoutNoun.test(verb)) return undefined;
  if (/(?<!st)ate$/.test(verb)) return `${verb.slice(0, -1)}ions`;
  if (verb.endsWith('ify')) return `${verb.slice(0, -1)}ications`;
  return /i[sz]e$/.test(verb) ? `${verb.slice(0, -1)}ations` : undefined;
}
