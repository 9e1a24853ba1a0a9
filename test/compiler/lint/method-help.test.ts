import { expect, test } from 'vitest';
import { findHelp } from './find-help.ts';

const created = "        '201':\n          description: The dog is registered.\n";
const withBody =
  "        '200': { description: It., content: { application/json: { schema: { type: object } } } }\n";

test('a status that its method must not return is replaced by another one, or by another method', async () => {
  const helpOn = (to: string) => findHelp('method-responses', created, to);
  expect(await helpOn(`        '200': { description: It. }\n${created}`)).toEqual([
    'Remove it, since the operation declares `201` too.',
  ]);
  expect(await helpOn(`${withBody}${created}`)).toEqual([
    'Move its body to `201`, which the operation declares too.',
  ]);
  expect(await helpOn(`${withBody}        '202':\n          description: Later.\n`)).toEqual([
    'Return `201` with a `Location` header, `202` if the work is done later, or use another method if nothing is created.',
  ]);
});

test('a status that no API uses is replaced by one of its class, or by a failure of the service', async () => {
  const badRequest = "'400': { $ref: '#/components/responses/BadRequest' }";
  const helpOn = (status: number) =>
    findHelp('status-code-known', badRequest, badRequest.replace('400', String(status)));
  expect(await helpOn(480)).toEqual([
    'Return the most suitable of 400, 401, 403, 404, 405, 409, 410, 415, 422, 429, or of 500, 501, 503 if the service itself failed.',
  ]);
  expect(await helpOn(599)).toEqual(['Return the most suitable of 500, 501, 503.']);
});
