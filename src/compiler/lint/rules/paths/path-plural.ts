import { adviseOnSingular } from './resources/advise-on-singular.ts';
import { abstractNames } from './resources/word-lists.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findVerb, mayAct } from './verbs/find-verb.ts';
import { mayBeVerb, verbs } from './verbs/verb-words.ts';
import { identifierKinds } from './parameters/identifier-kinds.ts';
import { haveSameWords, lettersOf, splitWords, readWords } from '#compiler/rule/words/split-words.ts';
import { embeddedArrays, isEnvelope } from '../../resources/plain-collection.ts';
import { successSchemas } from '../../resources/reads-collection.ts';
import { branchesAlong, type PathTree } from '../../resources/path-tree.ts';
import { isVersionElement } from '#compiler/rule/words/version-words.ts';
import { resourceKindOf } from './resources/resource-kind.ts';
import { resourceNames, type ResourceName } from '#compiler/rule/paths/resource-names.ts';
import { isPluralless, numberOf, pluralOf, prepositions } from '#compiler/rule/words/word-number.ts';
import type { PathNode } from '#openapi/model.ts';

/** Collections have plural names. A resource that the document shows to be single may have a singular name. */
export const pathPlural = defineRule<'singular'>({
  name: 'path-plural',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The resource names of collections are plural nouns.',
  why: 'If a collection has a singular name, callers must guess whether they get one element or all of them.',
  options: {
    singular: {
      description: 'Words that are accepted as plurals, such as `campus`.',
      effect: 'allow',
      words: readWords(`
        access advice equipment evidence feedback hardware health help info information knowledge mail me media
        merchandise metadata music news progress research self sms software staff status stock storage support
        traffic usage weather wireless
      `),
    },
  },
  examples: [
    { title: 'A plural', edits: [], findings: [] },
    {
      title: 'A collection and its elements in the singular',
      edits: [editDefinition('/dogs:', '/dog:'), editDefinition('/dogs/{dogId}:', '/dog/{dogId}:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The resource name `dog` is singular.',
        'apis/dog_park/v1/openapi.yaml:46:3 The resource name `dog` is singular.',
      ],
    },
    {
      title: 'An unknown word whose identifier shows that it names one of many',
      edits: [editDefinition('/dogs/{dogId}:', '/labradoodle/{labradoodle_id}:')],
      findings: ['apis/dog_park/v1/openapi.yaml:46:3 The resource name `labradoodle` is singular.'],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    path(path, { report, options }) {
      const kinds = identifierKinds(path);
      for (const name of resourceNames(path)) {
        const isKind = kinds.some(({ start, end }) => name.index >= start && name.index < end);
        if (isKind || !isSingular(path, name) || !isChecked(path, name, options.singular)) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: `The resource name \`${name.text}\` is singular.`,
          help: adviseOnSingular(path, name),
        });
      }
    },
  },
});

/**
 * Whether a name is singular. An unknown word is singular if the next identifier is named after it (`labradoodle_id`),
 * or if a GET on it returns a list that is named by its plural.
 */
function isSingular(path: PathNode, { text, index }: ResourceName): boolean {
  const { segments } = path;
  if (numberOf(text) !== 'ambiguous') return numberOf(text) === 'singular';
  if (index === segments.length - 1 && isListedInPlural(path, text)) return true;
  const next = segments[index + 1];
  const identifier = next?.form === 'identifier' ? lettersOf(next.text) : '';
  return [`${lettersOf(text)}id`, `${lettersOf(text)}uuid`].includes(identifier) && isPluralless(text);
}

function isListedInPlural(path: PathNode, text: string): boolean {
  const plural = pluralOf(text);
  const get = path.operation('GET');
  if (!get || haveSameWords(plural, text)) return false;
  return successSchemas(get).some(
    (schema) =>
      isEnvelope(get, schema) &&
      [...schema.properties.values(), ...embeddedArrays(schema)].some(
        (property) => property.schema?.isArray === true && haveSameWords(property.name, plural),
      ),
  );
}

/** Whether a name belongs to a collection, and no other rule checks it. */
function isChecked(path: PathNode, name: ResourceName, exempt: ReadonlySet<string>): boolean {
  const { text, index } = name;
  const words = splitWords(text);
  const last = words.at(-1)?.toLowerCase() ?? '';
  const first = words[0]?.toLowerCase() ?? '';
  if (words.length > 1 && (prepositions.has(first) || noNouns.has(first))) return false;
  if (isVersionElement(path, index + 1)) return false;
  if (exempt.has(text) || exempt.has(last) || last === 'password' || abstract.has(text.toLowerCase()))
    return false;
  if (findVerb(path, name, certainVerbs) !== undefined || mayAct(path, name)) return false;
  const branch = branchesAlong(path)[index];
  return branch !== undefined && resourceKindOf(branch) === 'collection' && !isObject(path, name, branch);
}

/**
 * Whether a name is the object of the verb before it, which may be a single thing: it has no identifier below it and no
 * GET.
 */
function isObject(path: PathNode, { index }: ResourceName, { templated, paths }: PathTree): boolean {
  const above = path.segments[index - 1];
  if (above?.form !== 'static' || !mayBeVerb(above.text)) return false;
  return (
    templated.size === 0 &&
    paths.flatMap(({ operations }) => operations).every(({ method }) => method !== 'GET')
  );
}

/** First words of names that are sentences, such as `can`, or that mean a single thing, such as `one`. */
const noNouns = new Set(readWords('can has is one should single was will'));

const abstract = new Set(abstractNames);
const certainVerbs = new Set(verbs);
