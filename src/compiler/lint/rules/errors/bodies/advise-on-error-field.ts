import type { JsonObject } from '#compiled/json.ts';
import type { SchemaProperty } from '#openapi/model.ts';
import { closestName } from '#compiler/workspace/suggest-name.ts';
import { listNames } from '#compiler/rule/words/list-names.ts';
import { readWords, splitWords } from '#compiler/rule/words/split-words.ts';
import { hasOnlyTypes, type FieldTypes } from './error-field-types.ts';

/** The known names that allow the types of a field: with any other name, the field would still be wrong. */
function suitableNames(
  { schema }: SchemaProperty,
  known: ReadonlySet<string>,
  types: FieldTypes,
): ReadonlySet<string> {
  const kinds = schema ? [schema, ...schema.alternatives] : [];
  const fits = (name: string) => {
    const allowed = listed(name) ?? types[name];
    return !allowed || kinds.every((kind) => hasOnlyTypes(kind, allowed));
  };
  return new Set([...known].filter(fits));
}

/**
 * The types of a field that is renamed to `errors`: an object would be mistaken for the shape that frameworks generate.
 */
function listed(name: string): readonly string[] | undefined {
  return name === 'errors' ? ['array'] : undefined;
}

/** Names of the known fields in other APIs, in lower case and without separators. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ...readWords('docs documentationurl docurl help helpurl href info infourl link moreinfo url').map(
    (word) => [word, 'moreInformation'] as const,
  ),
  ...readWords('debug debugmessage description detail errordescription').map(
    (word) => [word, 'developerMessage'] as const,
  ),
  ['errorcode', 'code'],
  ['errormessage', 'message'],
]);

/** The advice on a field without a suitable known name. It lists the known fields, since nobody knows them by heart. */
function adviseOnOther(free: readonly string[], known: ReadonlySet<string>): string {
  if (free.join() === 'errors')
    return 'Use `errors` for it, as an array of objects with a `message` each, or remove it.';
  if (free.length > 0) return `Use ${listNames(free, 'disjunction')} for it, or remove it.`;
  const fields = [...known].filter((name) => !isOfHal(name));
  return `Remove it; the known fields are ${listNames(fields, 'conjunction')}.`;
}

/** The last words of names whose values help to find an error in logs. */
const traces = new Set(readWords('id ref reference stack trace uuid'));

/** The known fields that can contain any text or list; `moreInformation` is only for URLs. */
const hosts: readonly string[] = ['developerMessage', 'debugMessage', 'errors', 'subErrors', 'code'];

function hostsFor({ name, schema }: SchemaProperty): readonly string[] {
  const words = splitWords(name).map((word) => word.toLowerCase());
  if (words.some((word) => /^(link|ur[il]|href)$/.test(word)) || leadsToMore(schema?.value))
    return ['moreInformation'];
  return traces.has(words.at(-1) ?? '') ? ['developerMessage', 'debugMessage'] : hosts;
}

/** Whether an example or the description of a field says that it is the address of a page that explains the error. */
function leadsToMore({ example, description }: JsonObject = {}): boolean {
  if (typeof example === 'string' && /^https?:\/\//.test(example)) return true;
  return (
    typeof description === 'string' &&
    /\b(link|ur[il]|page)\b[^.]*\b(documentation|more)\b/i.test(description)
  );
}

/** Whether a name is `_links` or `_embedded`, which are not for the fields of an error. */
function isOfHal(name: string): boolean {
  return name.startsWith('_');
}

/** The advice on a field of an error body, and the known field that replaces it if there is only one. */
export interface ErrorFieldAdvice {
  readonly help: string;
  readonly becomes?: string;
}

/** The better name of a field of an error body, or other advice on it. */
export function adviseOnErrorField(
  field: SchemaProperty,
  known: ReadonlySet<string>,
  types: FieldTypes,
  declared: ReadonlyMap<string, unknown>,
): ErrorFieldAdvice {
  const { name } = field;
  const suitable = suitableNames(field, known, types);
  const synonym = synonyms.get(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const meant = synonym !== undefined && suitable.has(synonym) ? synonym : closestName(name, suitable);
  if (meant === undefined) {
    const free = hostsFor(field).filter((one) => suitable.has(one) && !declared.has(one));
    const help = adviseOnOther(free, known);
    return free[0] !== undefined && free.length === 1 ? { help, becomes: free[0] } : { help };
  }
  if (declared.has(meant)) return { help: `Use \`${meant}\` instead, which is already declared.` };
  const help = meant === synonym ? `Call it \`${meant}\`.` : `Did you mean \`${meant}\`?`;
  return { help, becomes: meant };
}
