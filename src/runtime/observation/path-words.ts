import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { readsLikeName, splitWords } from './names.ts';

/** Common words of paths, which are shown even if the document does not contain them. */
const usualWords: ReadonlySet<string> = new Set(
  `about account action activate activity add address admin agent alert analytics api app approve archive article asset
  attachment audit auth authorize avatar balance bank batch billing blog board book booking branch build bulk calendar
  callback campaign cancel card cart catalog category channel chat check checkout city client close collection comment
  company complete config confirm contact content copy count country coupon create credential current customer dashboard
  data date delete delivery department detail device discount doc document domain download draft edit email employee
  event exchange export favorite feature feed feedback file filter find folder follow form forgot gateway get graph
  graphql group health healthz help history home hook image import inbox index info integration internal inventory
  invite invoice item job key label language latest like limit link list live livez location lock log login logout
  member membership merge message meta metric mine model module monitor month move new news note notification number
  oauth object offer open option order organization page partner password patch payment permission person phone photo
  ping plan policy post preference preview price private process product profile project promotion public publish
  purchase push query queue quote rate read ready readyz refresh refund region register remove report request reset
  resource restore result review role rule run sale schedule schema search section send service session set setting
  share shipment shipping shop sign signin signout signup site sort stat state statistic status stock stop storage
  store stream subscription summary sync system tag task tax team template tenant test thread ticket time token topic
  trace tracking transaction transfer trigger type unlock update upload url usage user validate value vehicle vendor
  verify version video view vote wallet warehouse web webhook week widget workflow workspace year zone`.split(
    /\s+/,
  ),
);

/** Keys with values, which are not names, and may be examples of data that callers send. */
const valueKeys: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'example', 'examples']);

/** The words of the names in a document, in lower case and in the singular. */
function wordsOf(contract: JsonObject): ReadonlySet<string> {
  const words = new Set<string>();
  const rest: Json[] = [contract];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    // One by one, since a call takes a limited number of arguments, and a list may have more items.
    if (Array.isArray(next)) for (const item of next as readonly Json[]) rest.push(item);
    else if (isJsonObject(next)) for (const member of readNames(next, words)) rest.push(member);
  }
  return words;
}

function readNames(object: JsonObject, words: Set<string>): readonly Json[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const isName = (key === 'name' || key === 'operationId') && typeof value === 'string';
    for (const word of splitWords(isName ? `${key} ${value}` : key.replaceAll(/\{[^}]*\}/g, ' ')))
      words.add(singular(word));
    return value === undefined || valueKeys.has(key) ? [] : [value];
  });
}

/**
 * A word in lower case and, approximately, in the singular. This is exact enough, since both sides of a comparison have
 * this form.
 */
function singular(word: string): string {
  return word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|ch|sh)es$/, '')
    .replace(/(?<!s)s$/, '');
}

/** The maximum number of segments that are read; a longer path is truncated. */
const maxSegments = 16;

/**
 * An undeclared path as a template. A segment becomes a parameter, since it may be data of callers, unless each of its
 * words is in the document or is a common word. `showAll` also shows segments that look like names.
 */
export function toTemplate(path: string, { words, parameters }: PathNames, showAll: boolean): string {
  const taken = new Set<string>();
  const segments = path.split('/').slice(1, maxSegments + 1);
  const isShown = (segment: string) => isKnown(segment, words) || (showAll && readsLikeName(segment));
  let shape = '';
  return segments
    .map((segment, index) => {
      const isLiteral = segment === '' || isShown(segment);
      shape += isLiteral ? `/${segment}` : '/{}';
      if (isLiteral) return `/${segment}`;
      const before = segments[index - 1] ?? '';
      const name = parameters.get(shape) ?? nameParameter(isShown(before) ? before : '');
      return `/{${makeUnique(name, taken)}}`;
    })
    .join('');
}

/** The names in a document. */
export interface PathNames {
  /** Words in lower case and in the singular. */
  readonly words: ReadonlySet<string>;
  /**
   * The parameters of its paths. The key is the path up to and including the parameter, with `{}` for each parameter.
   */
  readonly parameters: ReadonlyMap<string, string>;
}

export function namesOf({ root, paths }: OpenapiDocument): PathNames {
  const parameters = new Map<string, string>();
  for (const { template } of paths) {
    let shape = '';
    for (const segment of template.split('/').slice(1)) {
      const name = /^\{([^{}]*)\}$/.exec(segment)?.[1];
      shape += `/${name === undefined ? segment : '{}'}`;
      if (name !== undefined && !parameters.has(shape)) parameters.set(shape, name);
    }
  }
  return { words: wordsOf(root), parameters };
}

function isKnown(segment: string, words: ReadonlySet<string>): boolean {
  if (/^v\d{1,2}$/.test(segment)) return true;
  if (!/^[A-Za-z][A-Za-z_.-]{0,39}$/.test(segment)) return false;
  return splitWords(segment).every((word) => words.has(singular(word)) || usualWords.has(singular(word)));
}

/** The name of a parameter after a segment: `userId` after `/users`. */
function nameParameter(before: string): string {
  const [first = '', ...others] = splitWords(before);
  const words = [...others.slice(0, -1), singular(others.at(-1) ?? '')].map(
    (word) => word.slice(0, 1).toUpperCase() + word.slice(1),
  );
  const owner = others.length === 0 ? singular(first) : first.toLowerCase() + words.join('');
  return owner === '' ? 'id' : `${owner}Id`;
}

function makeUnique(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}
