import { expect, test } from 'vitest';
import { lint } from '#compiler/lint/lint.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { loadWorkspace } from '../../load-workspace.ts';

const created = "createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }";
const self = "self: { $ref: '#/components/schemas/Link' }";

/** The fixes of everything that is found if a part of the clean document is replaced. */
async function fixesOf(replaced: string, by: string): Promise<readonly string[]> {
  const { diagnostics } = lint(await loadWorkspace([editDefinition(replaced, by)]));
  return diagnostics.map(({ fix }) => {
    const steps = (fix?.steps ?? []).map(({ at, ...step }) => `${at.pointer} ${JSON.stringify(step)}`);
    return fix ? `${fix.title}: ${steps.join()}` : 'none';
  });
}

const property = '/components/schemas/Dog/allOf/1/properties';
const format = (value: string): string => JSON.stringify({ type: 'add-member', key: 'format', value });

test.each([
  [
    'the name says the form',
    'createdAt: { type: string }',
    `Add \`format: date-time\`: ${property}/createdAt ${format('date-time')}`,
  ],
  [
    'an example proves a date',
    "createdAt: { type: string, example: '2026-03-01' }",
    `Add \`format: date\`: ${property}/createdAt ${format('date')}`,
  ],
  [
    'an example proves a date-time',
    "bornDate: { type: string, example: '2026-03-01T09:30:00Z' }",
    `Add \`format: date-time\`: ${property}/bornDate ${format('date-time')}`,
  ],
  [
    'the format is spelt in another way, by which clients may go',
    'createdAt: { type: string, format: dateTime }',
    'none',
  ],
  ['the name leaves the form open', 'bornDate: { type: string }', 'none'],
  ['an example contradicts', 'createdAt: { type: string, example: 01.03.2026 }', 'none'],
  [
    'examples contradict each other',
    "createdAt: { type: string, default: '2026-03-01', example: '2026-03-01T09:30:00Z' }",
    'none',
  ],
  ['a description contradicts', 'createdAt: { type: string, description: Unix time. }', 'none'],
  ['a date-time would be too long', 'createdAt: { type: string, maxLength: 10 }', 'none'],
  ['it may as well be a duration', "start_time: { type: string, example: '00:30:00' }", 'none'],
  ['it is a number', 'createdAt: { type: integer }', 'none'],
])('a date of which %s', async (_title, by, fix) => {
  expect(await fixesOf(created, by)).toEqual([fix]);
});

test('a query parameter is never changed, since callers send it', async () => {
  const breed = '- name: breed\n          in: query\n          schema: { type: string }';
  const timestamp = breed.replace('breed', 'timestamp');
  expect(await fixesOf(breed, timestamp)).toEqual(['none']);
  expect(await fixesOf(breed, `${timestamp}\n          example: '2026-03-01T09:30:00Z'`)).toEqual(['none']);
});

test('a property that callers send is never changed, in a request or in the response to a callback', async () => {
  const birthDate = 'birthDate: { type: string, format: date }';
  expect(await fixesOf(birthDate, 'bornAt: { type: string }')).toEqual(['none']);
  expect(await fixesOf(birthDate, 'bornAt: { type: string, format: datetime }')).toEqual(['none']);
  expect(await fixesOf(birthDate, "bornAt: { type: string, example: '2026-03-01' }")).toEqual(['none']);
  const callback = `summary: Registers a dog.
      callbacks:
        registered:
          '{$request.query.url}':
            post:
              responses:
                '200':
                  description: It is known.
                  content: { application/json: { schema: { properties: { seenAt: { type: string } } } } }`;
  expect(await fixesOf('summary: Registers a dog.', callback)).toEqual(['none']);
});

test('a link is given an address only where it says nothing of itself', async () => {
  const value = { href: { type: 'string', format: 'uri-reference' } };
  expect(await fixesOf(self, 'self: { type: object }')).toEqual([
    `Declare \`href\`: ${property}/_links/properties/self ${JSON.stringify({ type: 'add-member', key: 'properties', value })}`,
  ]);
  expect(await fixesOf(self, 'self: { type: object, properties: { url: { type: string } } }')).toEqual([
    'none',
  ]);
  expect(await fixesOf(self, 'self: { type: string }')).toEqual(['none']);
});
