import { describe, expect, test } from 'vitest';
import { fieldDescription } from '#cli/language-server/editing/openapi/field-descriptions.ts';
import { openapiFields } from '#cli/language-server/editing/openapi/openapi-cursor.ts';
import { objectTypeAt } from '#cli/language-server/editing/openapi/object-type.ts';

const operation = ['paths', '/dogs', 'get'];

/** A path to each object that OpenAPI defines. */
const places: readonly (readonly string[])[] = [
  [],
  ['info'],
  ['info', 'contact'],
  ['info', 'license'],
  ['servers', '*'],
  ['servers', '*', 'variables', 'host'],
  ['externalDocs'],
  ['tags', '*'],
  ['components'],
  ['paths', '/dogs'],
  operation,
  [...operation, 'parameters', '*'],
  [...operation, 'parameters', '*', 'items'],
  [...operation, 'requestBody'],
  [...operation, 'requestBody', 'content', 'text/plain'],
  [...operation, 'requestBody', 'content', 'text/plain', 'encoding', 'a'],
  [...operation, 'responses'],
  [...operation, 'responses', '200'],
  [...operation, 'responses', '200', 'headers', 'A'],
  [...operation, 'responses', '200', 'links', 'next'],
  [...operation, 'callbacks', 'done', '{$request.body#/url}', 'post'],
  ['components', 'examples', 'one'],
  ['components', 'securitySchemes', 'one'],
  ['components', 'securitySchemes', 'one', 'flows'],
  ['components', 'securitySchemes', 'one', 'flows', 'implicit'],
  ['components', 'securitySchemes', 'one', 'flows', 'authorizationCode'],
  ['components', 'securitySchemes', 'one', 'flows', 'deviceAuthorization'],
  ['securityDefinitions', 'one'],
  ['components', 'schemas', 'Dog'],
  ['components', 'schemas', 'Dog', 'xml'],
  ['components', 'schemas', 'Dog', 'discriminator'],
  ['definitions', 'Dog'],
  ['definitions', 'Dog', 'xml'],
];

describe.each(['2.0', '3.0', '3.1', '3.2'] as const)('OpenAPI %s', (version) => {
  test.each(places.map((place) => [place.join(' ') || 'the root', place] as const))(
    'says what each field of %s is for',
    async (_title, place) => {
      const fields = (await openapiFields(version)).list(place).map(({ name }) => name);
      const type = objectTypeAt(place);
      expect(fields.filter((name) => fieldDescription(type, name) === undefined)).toEqual([]);
      if (fields.length > 0) expect(type).toBeDefined();
    },
  );

  test('has fields in most places', async () => {
    const fields = await openapiFields(version);
    const empty = places.filter((place) => fields.list(place).length === 0);
    expect(empty.length).toBeLessThan(version === '2.0' ? 19 : 6);
  });
});

test('takes no inherited name for a field', () => {
  expect(fieldDescription('Info', 'toString')).toBeUndefined();
});
