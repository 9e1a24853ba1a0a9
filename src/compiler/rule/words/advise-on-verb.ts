import type { PathNode } from '../../../openapi/model.ts';
import { withoutVerb } from './find-verb.ts';
import { readWords, splitWords, toSnakeCase } from './split-words.ts';
import { numberOf, pluralOf } from './word-number.ts';

/** The verbs for the methods of HTTP. */
const verbsByMethod = {
  GET: 'get fetch retrieve describe find list search show read',
  POST: 'create add insert',
  PUT: 'replace save',
  PATCH: 'modify edit',
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
  const [first = ''] = splitWords(rest).map((word) => word.toLowerCase());
  const [named = '', ...selecting] = toSnakeCase(rest).split(/(?:^|_)by_/);
  const how = adviseOnAction(path, verb, selecting.length > 0);
  const number = numberOf(named);
  if (named === '' || number === 'ambiguous' || qualifiers.has(first))
    return `Use only the name of the resource, ${how}.`;
  const noun = number === 'plural' ? named : toSnakeCase(pluralOf(named));
  return `Write \`${before === '' ? noun : `${before}/${noun}`}\`, ${how}.`;
}

/** How to express an action without its verb: some methods are verbs, and a state or a new resource says the others. */
function adviseOnAction({ operations }: PathNode, verb: string, selects: boolean): string {
  const method = methods.get(verb);
  if (method === 'GET' && selects) return 'use the method GET, and select by query parameters';
  if (method !== undefined) return `and use the method ${method}`;
  if (operations.length > 0 && operations.every((operation) => operation.method === 'GET'))
    return 'and keep the method GET if nothing is changed';
  const noun = nounOf(verb);
  const resource = noun === undefined ? 'a new resource' : `a new resource such as \`${noun}\``;
  return `and express the action as a change with PATCH, or as ${resource} with POST`;
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
