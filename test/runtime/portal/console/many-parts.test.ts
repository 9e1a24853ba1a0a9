import { expect, test } from 'vitest';
import { openDocument } from '#openapi/open-document.ts';
import { sampleCall } from '#runtime/portal/api-page/samples/sample-call.ts';
import { listParts } from '#runtime/portal/console/body-parts.ts';

/** More than can be looked up for each of them in the time of a test. */
const names = Array.from({ length: 30_000 }, (_, index) => `part-${index}`);

const schema = {
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', example: name }])),
};

const bodyOf = (mediaType: string) => {
  const paths = { '/it': { post: { requestBody: { content: { [mediaType]: { schema } } } } } };
  const node = openDocument({ openapi: '3.1.0', paths }).operation('POST', '/it');
  const body = node?.requestBody?.bodies[0];
  if (!node || !body) throw new Error('there is no body');
  return { node, body };
};

test('a form takes the first of many parts, and says how many are left', () => {
  const { parts, left } = listParts(bodyOf('multipart/form-data').body);
  expect(parts.map(({ name, isRequired, example }) => [name, isRequired, example])).toEqual(
    names.slice(0, 50).map((name) => [name, true, name]),
  );
  expect(left).toBe(names.length - 50);
});

test.each(['multipart/form-data', 'application/x-www-form-urlencoded'])(
  'a sample has the first of many fields of %s',
  (mediaType) => {
    const { node } = bodyOf(mediaType);
    const compiled = { method: 'POST', path: '/it' };
    const { body } = sampleCall({ node, compiled }, { baseUrl: 'https://api.example.edu', headers: [] });
    expect(body && 'fields' in body && body.fields.map(([name]) => name)).toEqual(names.slice(0, 30));
  },
);
