import { answersToGets, answerToGet } from './answers/answer-to-get.ts';
import { successSchemas } from '../../resources/reads-collection.ts';
import { isNamedAs } from '../../resources/identifying-parameters.ts';
import { branchesAlong } from '../../resources/path-tree.ts';
import { findPlainCollection } from '../../resources/plain-collection.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findMissingLinks } from './answers/missing-links.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import { ownMember } from '#compiler/rule/parts/schema-members.ts';
import type { BodyNode, OperationNode, PathNode, SchemaNode } from '#openapi/model.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const dogs = "items: { $ref: '#/components/schemas/Dog' }";

/** A resource under `_embedded` or in a collection has a link to itself. */
export const embeddedSelf = defineRule({
  name: 'embedded-self',
  section: '2.6',
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: 'Every object under `_embedded`, and every listed resource with a URL, has a `self` link.',
  why: 'A caller that received a nested resource can then fetch it separately, in full.',
  examples: [
    {
      title: 'Items without links',
      edits: [editDefinition(dogs, 'items: { type: object, properties: { name: { type: string } } }')],
      findings: [`${file}:140:15 The embedded object declares no \`self\` link.`],
    },
    {
      title: 'Items that are free-form',
      edits: [editDefinition(dogs, 'items: { type: object }')],
      findings: [],
    },
    {
      title: 'A reduced form of a resource with a URL, in a bare array',
      edits: [
        editDefinition(
          "{ $ref: '#/components/schemas/DogPage' }",
          '{ type: array, items: { type: object, properties: { name: { type: string } } } }',
        ),
      ],
      findings: [`${file}:29:38 The item of the collection declares no \`self\` link.`],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    schema(schema, { report }) {
      const embedded = ownMember(schema, '_embedded')?.schema;
      for (const object of embedded ? objectsIn(embedded) : []) {
        for (const at of findPlaces(object)) {
          report({ at, part: 'key', message: 'The embedded object declares no `self` link.', help });
        }
      }
    },
    body(body, { report }) {
      const item = hasElements(body.operation) ? findItem(body) : undefined;
      for (const at of item ? findPlaces(item) : []) {
        report({ at, part: 'key', message: 'The item of the collection declares no `self` link.', help });
      }
    },
  },
});

const help = 'Declare `_links.self`, a link with `href`.';

function findPlaces(object: SchemaNode): readonly string[] {
  return findMissingLinks(object, ['self']).flatMap(({ at }) => (isReportedByGet(object, at) ? [] : [at]));
}

/** Whether the elements of the list have their own URLs, below that of the list. */
function hasElements({ path }: OperationNode): boolean {
  const below = branchesAlong(path).at(-1)?.templated.values() ?? [];
  return [...below].some(({ paths }) => paths.some(showsElement));
}

/**
 * Whether a GET on a path returns one element, or the elements with given identifiers. An array for another parameter,
 * as in `/dogs/{year}`, is a filtered list.
 */
function showsElement(path: PathNode): boolean {
  const get = path.operation('GET');
  if (!get) return false;
  const isList = successSchemas(get).some(({ isArray }) => isArray);
  const last = path.segments.at(-1);
  if (!isList || !last) return true;
  return last.parameters.some((name) => identifying.test(name) || isNamedAs(name, path, last));
}

const identifying = /(id|identifier|key|name|code|slug|number|email|address|digest|hash|token|ref)s?$/i;

/** The schema of a collection's items, if the collection is not under `_embedded`. */
function findItem(body: BodyNode): SchemaNode | undefined {
  const schema = answerToGet(body);
  if (!schema) return undefined;
  return (schema.isArray ? schema : findPlainCollection(body.operation, schema)?.schema)?.items;
}

/** The objects under `_embedded`: single ones, and the items of arrays. */
function objectsIn(embedded: SchemaNode): readonly SchemaNode[] {
  const members = embedded.isArray
    ? [embedded]
    : [...embedded.properties.values()].map(({ schema }) => schema);
  return members.flatMap((member) => (member?.isArray ? member.items : member) ?? []);
}

/** Whether the missing link of an object, or of a schema that it includes, is reported for a response to a GET. */
function isReportedByGet({ document, parts }: SchemaNode, at: string): boolean {
  const missed = missedInAnswers(document);
  return missed.has(at) || parts.some(({ pointer }) => missed.has(pointer));
}

/** The locations of missing `self` links in responses to GETs, which links-self and paging-links report. */
const missedInAnswers = oncePerDocument((document): ReadonlySet<string> => {
  const missing = answersToGets(document).flatMap(({ schema }) => findMissingLinks(schema, ['self']));
  return new Set(missing.map(({ at }) => at));
});
