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
