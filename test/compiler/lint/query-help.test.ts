import { expect, test } from 'vitest';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { findHelp } from './find-help.ts';

const sort = /- name: sort\n.*\n.*\n.*\n/.exec(cleanDefinition)?.[0] ?? '';
const direction = '- { name: sortOrder, in: query, schema: { type: string, enum: [asc, desc] } }\n';
const attribute = '        - { name: sortBy, in: query, schema: { type: string } }\n';

test('a direction becomes part of sort, or of what is named sort, or else sort is to be offered', async () => {
  const helpOn = async (to: string) => (await findHelp('query-sort', sort, to))[0];
  const added = 'Use a `-` before an attribute of `sort` for descending order.';
  expect(await helpOn(`${direction}        ${sort}`)).toBe(added);
  expect(await helpOn(`${direction}${attribute}`)).toBe(added);
  expect(await helpOn(direction)).toBe(
    'Offer `sort` instead, a list of attributes with a `-` before each one that is descending.',
  );
});

test('a page beside a limit is renamed with it, and removed where there is an offset too', async () => {
  const page = '- { name: page, in: query, schema: { type: integer } }\n';
  const offset = /- name: offset\n.*\n.*\n.*\n/.exec(cleanDefinition)?.[0] ?? '';
  const size = '        - { name: limit, in: query, schema: { type: integer } }\n';
  const helpOn = async (from: string, to: string) => (await findHelp('query-paging-style', from, to))[0];
  expect(await helpOn(offset, `${page}${size}`)).toBe(
    'Name it `pageNumber`, and rename `limit` to `pageSize`.',
  );
  expect(await helpOn(offset, `${page}        ${offset}`)).toBe(
    'Remove it, since callers page by `offset` and `limit` already.',
  );
  expect(await helpOn(`- $ref: '#/components/parameters/Limit'\n        ${offset}`, page)).toBe(
    'Name it `pageNumber`, and offer `pageSize` beside it.',
  );
});

test('two parameters do not get one name in camelCase', async () => {
  const breed = '- name: breed\n          in: query\n          schema: { type: string }\n';
  const parameters = ['Born', "'Born<'", 'owner_id', 'owner__id']
    .map((name) => `- { name: ${name}, in: query, schema: { type: string } }\n`)
    .join('        ');
  expect(await findHelp('query-camel-case', breed, parameters)).toEqual([
    'Write `born`.',
    'Combine it with `Born`, as one parameter.',
    'Write `ownerId`.',
    'Combine it with `owner_id`, as one parameter.',
  ]);
});

test.each([
  ['maxResults', 'MaxResults', 'limit'],
  ['page[limit]', 'page[size]', 'limit'],
  ['pageIndex', 'page', 'pageNumber'],
])('%s and %s do not get one name', async (first, second, name) => {
  const offset = /- name: offset\n.*\n.*\n.*\n/.exec(cleanDefinition)?.[0] ?? '';
  const parameters = [first, second].map(
    (one) => `- { name: '${one}', in: query, schema: { type: integer } }\n`,
  );
  const from = `- $ref: '#/components/parameters/Limit'\n        ${offset}`;
  const [help = '', twin] = await findHelp('query-paging-style', from, parameters.join('        '));
  expect(help).toContain(`Name it \`${name}\``);
  expect(twin).toBe(`Combine it with \`${first}\`, as one parameter.`);
});

test.each([
  ['filter[birth_date]', 'Name it `birthDate`, or take `birth_date[eq]=value` as an entry of `filter`.'],
  [
    'filter[birth_date][gt]',
    'Name it `birthDate`, for values such as `gt:value`, or take `birth_date[gt]=value` as an entry of `filter`.',
  ],
  ['filter[owner][name]', 'Name it `ownerName`, or take `owner.name[eq]=value` as an entry of `filter`.'],
  ['filter[owner.name]', 'Name it `ownerName`, or take `owner.name[eq]=value` as an entry of `filter`.'],
  [
    'birth_date[gt]',
    'Name it `birthDate`, for values such as `gt:value`, or take it as an entry of `filter`.',
  ],
])('%s is replaced by an attribute or an entry', async (name, help) => {
  const breed = '- name: breed\n';
  expect(await findHelp('query-filter', breed, `- name: ${name}\n`)).toEqual([help]);
});

test.each([
  ['page', 'integer, minimum: 0', 'Name it `pageNumber`, and rename `limit` to `pageSize`. Count from 1.'],
  [
    'page_index',
    'integer, default: 0',
    'Name it `pageNumber`, and rename `limit` to `pageSize`. Count from 1.',
  ],
  ['page', 'integer, minimum: 1', 'Name it `pageNumber`, and rename `limit` to `pageSize`.'],
  ['page', 'string', 'Name it `pageNumber`, and rename `limit` to `pageSize`. Declare it as an integer.'],
  [
    'page_index',
    "string, description: '0-based'",
    'Name it `pageNumber`, and rename `limit` to `pageSize`. Declare it as an integer that counts from 1.',
  ],
  [
    'page',
    'string, description: A cursor for the next page.',
    'Page by `limit` and `offset`, or by `pageSize` and `pageNumber`.',
  ],
  ['start_index', 'integer, minimum: 1', 'Name it `offset`, beside `limit`. Count from 0.'],
  ['page_token', 'string', 'Page by `limit` and `offset`, or by `pageSize` and `pageNumber`.'],
])('%s of type %s is counted as its new name counts', async (name, type, help) => {
  const offset = /- name: offset\n.*\n.*\n.*\n/.exec(cleanDefinition)?.[0] ?? '';
  const [schema, description = 'It.'] = type.split(', description: ');
  const parameter = `- { name: ${name}, in: query, description: ${description}, schema: { type: ${schema} } }\n`;
  expect(await findHelp('query-paging-style', offset, parameter)).toEqual([help]);
});
