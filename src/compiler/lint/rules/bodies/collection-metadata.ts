import { answerToGet } from './answers/answer-to-get.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { embeddedArrays, findPlainCollection } from '../../resources/plain-collection.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import type { OperationNode, SchemaNode } from '#openapi/model.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const total = '        totalCount: { type: integer }\n';

/** A collection states its size. */
export const collectionMetadata = defineRule<'words'>({
  name: 'collection-metadata',
  section: '2.6',
  severity: 'info',
  group: 'design',
  isConvention: true,
  summary: 'A collection contains metadata, such as a total count or the current page.',
  why: 'A caller can see the size of the collection before it fetches all of it.',
  options: {
    words: {
      description:
        'Words in the names of properties or headers that state the total count or the current page.',
      effect: 'allow',
      words: [
        'continuation',
        'count',
        'counts',
        'cursor',
        'limit',
        'marker',
        'meta',
        'metadata',
        'more',
        'offset',
        'page',
        'pages',
        'pagination',
        'paging',
        'position',
        'range',
        'size',
        'skip',
        'sum',
        'token',
        'total',
        'totals',
        'truncated',
      ],
    },
  },
  examples: [
    {
      title: 'Nothing but the items and links',
      edits: [editDefinition(total, '')],
      findings: [`${file}:131:5 The collection contains no metadata.`],
    },
    {
      title: 'An object of metadata',
      edits: [editDefinition(total, '        page: { type: object }\n')],
      findings: [],
    },
    {
      title: 'Words in what is listed and in links, which say nothing about the collection',
      edits: [
        editDefinition(total, '        links: { type: object, properties: { page: { type: string } } }\n'),
      ],
      findings: [`${file}:131:5 The collection contains no metadata.`],
    },
  ],
  checkDefinition: {
    body(body, { report, options }) {
      const schema = answerToGet(body);
      if (!schema || !isCollection(body.operation, schema)) return;
      const names = [...siblingNames(schema), ...(body.response?.headers.keys() ?? [])];
      const saysSo = (word: string): boolean => options.words.has(word.toLowerCase());
      if (names.some((name) => splitWords(name).some(saysSo))) return;
      report({
        at: schema.pointer,
        part: 'key',
        message: 'The collection contains no metadata.',
        help: 'Add the total count, such as `totalCount: { type: integer }`, or the state of the page.',
      });
    },
  },
});

/** The names of a collection's members, and the names in its member objects, except in links and embedded items. */
function siblingNames({ properties }: SchemaNode): readonly string[] {
  return [...properties.values()].flatMap(({ name, schema }) =>
    schema?.isObject && !/^_?(links|embedded)$/i.test(name) ? [name, ...schema.properties.keys()] : [name],
  );
}

function isCollection(operation: OperationNode, schema: SchemaNode): boolean {
  const last = operation.path.segments.at(-1);
  if (last?.form !== 'static' || !schema.isObject) return false;
  return embeddedArrays(schema).length > 0 || findPlainCollection(operation, schema) !== undefined;
}
