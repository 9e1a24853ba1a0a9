import { beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { draws } from '../../../full-run.ts';
import { openCatalogue, type Catalogue } from '#runtime/portal/catalogue/catalogue.ts';
import { readCatalogueQuery } from '#runtime/portal/catalogue/catalogue-query.ts';
import { searchCatalogue } from '#runtime/portal/catalogue/search-catalogue.ts';
import { takePage } from '#runtime/portal/pages/pagination.ts';
import { defineCatalogue } from './define-apis.ts';

const words = ['Dog', 'Park', 'Course', 'Exam', 'Room', 'Library', 'Meter', 'Grade', 'Person', 'Ticket'];
const wordOf = (number: number) => words[number % words.length] ?? '';

/** 10,000 names of two or three words, many of which begin with another. */
const names = Array.from({ length: 10_000 }, (_, index) => {
  const number = Math.floor(index / 100);
  const tail = number % 3 === 0 ? '' : wordOf(index + number);
  return `${wordOf(index)}${wordOf(Math.floor(index / 10))}${tail}${number === 0 ? '' : number}`;
});

let catalogue: Catalogue;

beforeAll(() => {
  const apis = names.map((name, index) => ({
    name,
    context: `api_${index}`,
    owner: `team-${index % 700}`,
    tags: [wordOf(index).toLowerCase()],
    description: `${names[(index * 7) % names.length]} and ${wordOf(index * 3)}`,
  }));
  catalogue = openCatalogue(defineCatalogue(apis));
});

const search = (query: string) =>
  searchCatalogue(catalogue, readCatalogueQuery(new URLSearchParams(query)), undefined);

test('the names are as many as they should be', () => {
  expect(new Set(names).size).toBe(10_000);
});

test('every API is the first that a search for its own name finds', async () => {
  const anyName = fc.constantFrom(...names);
  await fc.assert(
    fc.asyncProperty(anyName, async (name) => {
      expect((await search(`q=${name}`)).apis[0]?.name).toBe(name);
    }),
    { numRuns: draws(500) },
  );
});

test('the pages of a result contain each of its APIs once, in their order', async () => {
  const queries = fc.record(
    {
      q: fc.constantFrom('dog', 'p', 'course exam', 'Meter7', 'zebra'),
      tag: fc.constantFrom('dog', 'park'),
      owner: fc.constantFrom('team-1', 'team-699'),
      sort: fc.constantFrom('name', 'owner', 'match'),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const { apis } = await search(new URLSearchParams(query).toString());
      const { pages } = takePage(apis, 1, 50);
      const shown = Array.from({ length: pages }, (_, index) => takePage(apis, index + 1, 50).items);
      expect(shown.flat()).toEqual(apis);
      expect(shown.slice(0, -1).every(({ length }) => length === 50)).toBe(true);
    }),
    { numRuns: draws(50) },
  );
});

test('the counts of a facet are the sizes of what its values find', async () => {
  const { counts } = await search('q=dog');
  for (const [tag, count] of counts.tag) expect((await search(`q=dog&tag=${tag}`)).apis.length).toBe(count);
});
