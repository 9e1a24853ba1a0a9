import { withPath, type Breach } from './breach.ts';

const answer = "  responses: { '200': { description: What there is. } }";
const breed = '        - name: breed\n          in: query\n          schema: { type: string }\n';
const name = '        name: { type: string, example: Rex }\n';
const gone = "        '204':\n          description: The dog is no longer registered.\n        '404'";

/** A mutation that breaches nothing, however odd it is. */
function harmless(replace: string, by: string): Breach {
  return { replace, by, findings: [] };
}

/** Mutations in which no rule may find anything. */
export const harmlessChanges: readonly Breach[] = [
  harmless('openapi: 3.0.3', 'openapi: 3.1.0'),
  harmless('openapi: 3.0.3', 'openapi: 3.0.4\nx-paths: { /getDogs: { get: { responses: {} } } }'),
  harmless('https://dogs.example.edu', 'http://localhost:8080'),
  harmless('  /dogs:', '  /dogs:\n    x-Parameters: [{ name: Not_One, in: query }]'),
  withPath('/dogs/chip={chip}', []),
  withPath('/walks/{city},{number}', []),
  withPath('/dogs/{dogId}/owner', []),
  withPath('/dogs/lost', []),
  withPath('/dogs/search', []),
  withPath('/dogs/statistics', []),
  withPath('/admin/kennels', []),
  withPath('/.well-known/Dog-Park', []),
  withPath('/status', [], ['get:', answer]),
  withPath(
    '/tags',
    [],
    [
      'options:',
      "  responses: { '200': { description: All., headers: { allow: { schema: { type: string } } } } }",
    ],
  ),
  harmless(breed, `${breed}        - { name: 'breeder[city]', in: query, schema: { type: string } }\n`),
  harmless(breed, `${breed}        - { name: X-Trace_Id, in: header, schema: { type: string } }\n`),
  harmless('default: name }', 'default: -name }'),
  harmless("'400':", 'default:'),
  harmless("'400':", '4XX:'),
  harmless("'400':", "'504':"),
  harmless(gone, gone.replace('204', '202')),
  harmless('application/hal+json:', "'application/json; charset=utf-8':"),
  harmless('application/hal+json:', 'application/xml:'),
  harmless(name, '        responses: { type: object, properties: { 200: { type: string } } }\n'),
  harmless(name, '        tags: { type: array, items: { type: integer } }\n'),
  harmless(name, `${name}        parameters: { type: object, additionalProperties: { type: number } }\n`),
  harmless(name, `${name}        mother: { $ref: '#/components/schemas/NewDog' }\n`),
  harmless(name, `${name}        measure: { oneOf: [{ type: number }, { type: string }] }\n`),
  harmless(
    name,
    `${name}        shape: { type: object, example: { _links: [], createdAt: 5, $ref: none } }\n`,
  ),
  harmless(name, `${name}        update: { type: string }\n        timezone: { type: string }\n`),
  harmless(name, `${name}        processId: { type: integer }\n`),
  harmless(name, `${name}        any: {}\n`),
  harmless("example: '2026-03-01T09:30:00Z'", "example: '2026-03-01T10:30:00.5+01:00'"),
  harmless(
    '    NewDog:\n      type: object\n',
    '    NewDog:\n      type: object\n      additionalProperties: true\n',
  ),
];
