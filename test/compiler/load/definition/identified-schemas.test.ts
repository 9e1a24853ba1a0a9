import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { openDocument } from '#openapi/open-document.ts';
import { visitDefinition } from '#openapi/visit-document.ts';
import { SchemaBag } from '#runtime/gateway/validation/schemas/schema-bag.ts';
import { bundleFiles } from './bundle-files.ts';

/** A document in several files, whose schemas refer to each other by what each of them is called. */
function kennel(
  references: Readonly<Record<'size' | 'dog' | 'friend' | 'cage' | 'bars', string>>,
  hasNames: boolean,
) {
  const called = (names: object) => (hasNames ? names : {});
  const { contract, findings } = bundleFiles(
    {
      'openapi.yaml': {
        openapi: '3.1.0',
        info: { title: 'Kennels', version: '1' },
        paths: {
          '/kennels': { post: { requestBody: { $ref: '#/components/requestBodies/Kennel' }, responses: {} } },
        },
        components: {
          requestBodies: {
            Kennel: { content: { 'application/json': { schema: { $ref: 'schemas/kennel.yaml' } } } },
          },
        },
      },
      'schemas/kennel.yaml': {
        ...called({ $id: 'https://example.edu/schemas/kennel' }),
        type: 'object',
        required: ['size'],
        properties: {
          size: { $ref: references.size },
          dogs: { type: 'array', items: { $ref: references.dog } },
          cage: { $ref: references.cage },
        },
        $defs: {
          Size: { ...called({ $anchor: 'size' }), type: 'integer', minimum: 1 },
          Cage: {
            ...called({ $id: 'cage' }),
            type: 'object',
            properties: { bars: { $ref: references.bars } },
            $defs: { Bars: { ...called({ $anchor: 'size' }), type: 'string', maxLength: 3 } },
          },
        },
      },
      'schemas/dog.yaml': {
        ...called({ $id: 'https://example.edu/schemas/dog#' }),
        type: 'object',
        additionalProperties: false,
        properties: { name: { type: 'string' }, friend: { $ref: references.friend } },
      },
    },
    '3.1',
  );
  expect(findings).toEqual([]);
  return contract;
}

const byName = kennel({ size: '#size', dog: 'dog.yaml', friend: '#', cage: 'cage', bars: '#size' }, true);
const byPointer = kennel(
  {
    size: '#/$defs/Size',
    dog: 'dog.yaml',
    friend: '#',
    cage: '#/$defs/Cage',
    bars: '#/$defs/Cage/$defs/Bars',
  },
  false,
);

const bodies: readonly (readonly [isValid: boolean, body: object])[] = [
  [true, { size: 1 }],
  [false, { size: 'abc' }],
  [false, {}],
  [true, { size: 1, dogs: [{ name: 'Rex', friend: { friend: { name: 'Fido' } } }] }],
  [false, { size: 1, dogs: [{ friend: { friend: { name: 1 } } }] }],
  [false, { size: 1, dogs: [{ friend: { size: 1 } }] }],
  [true, { size: 1, cage: { bars: 'abc' } }],
  [false, { size: 1, cage: { bars: 'abcd' } }],
  [false, { size: 1, cage: { bars: 1 } }],
];

test.each(bodies)('the gateway and a reader who knows JSON Schema agree: %s %j', (isValid, body) => {
  expect([gatewayReads(byName)(body), othersRead(byName)(body)]).toEqual([isValid, isValid]);
});

test('plan sees no difference from the same schemas without names', () => {
  expect(diffContracts(byPointer, byName)).toEqual([]);
});

test('lint visits the same schemas as without names', () => {
  expect(visitedSchemas(byName)).toEqual(visitedSchemas(byPointer));
});

function gatewayReads(contract: JsonObject): (body: object) => boolean {
  const document = openDocument(contract);
  const [body] = document.operations.flatMap(({ requestBodies }) => requestBodies);
  const bag = new SchemaBag(document, 'request');
  const validate = bag.compile(bag.normalise(body?.schema?.value));
  return (value) => validate(value);
}

function othersRead(contract: JsonObject): (body: object) => boolean {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ ...contract, $id: 'https://example.edu/contract' });
  const media = '#/components/requestBodies/Kennel/content/application~1json/schema';
  const validate = ajv.compile({ $ref: `https://example.edu/contract${media}` });
  return (value) => validate(value);
}

/** The types of the schemas that rules are given, by their pointers. */
function visitedSchemas(contract: JsonObject): ReadonlyMap<string, readonly string[]> {
  const visited = new Map<string, readonly string[]>();
  visitDefinition(openDocument(contract), {
    schema: ({ pointer, types }) => void visited.set(pointer, [...(types ?? [])]),
  });
  return visited;
}
