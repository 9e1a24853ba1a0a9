import { describe, expect, test } from 'vitest';
import type { Guide } from '#compiled/settings/guide.ts';
import { readable } from '../readable-html.ts';
import { buildTable, defineApi } from '../../table-builder.ts';
import { visit, visitPage } from '../visit-in-test.ts';

const start: Guide = {
  name: 'start',
  title: 'Getting started',
  text: [
    '# Getting `started`',
    '',
    'Ask for a *token*, then read [pages](paging.md#what-is-next).',
    '',
    '## What is next?',
    '',
    'See [above](#what-is-next), [a file](../api.yaml), [code](javascript:alert(1)) and <script>alert(1)</script>.',
    '',
    '## What is next?',
    '',
    '![A picture](https://img.example.edu/a.png)',
  ].join('\n'),
};
const paging: Guide = { name: 'paging', title: 'Paging', text: 'One page.' };
const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };

function tableWith(guides: readonly Guide[] | undefined) {
  return buildTable({
    gateway: {
      storeUrl: 'https://store.example.edu',
      store: { visibility: 'public', ...(guides && { guides }) },
    },
    apis: [defineApi({ endpoints, operations: ['GET /dogs'], ...(guides && { guides }) })],
    applications: [],
    subscriptions: [],
  });
}

const table = tableWith([start, paging]);

describe('the guides of the store', () => {
  test.each([
    ['the list', '/store/guides'],
    ['one of the organisation', '/store/guides/start'],
    ['one of an API', '/store/apis/dog_park/v1/guides/start'],
    ['one without headings', '/store/guides/paging'],
  ])('show %s', async (_what, path) => {
    const page = await visitPage(table, path);
    expect(readable(page.slice(page.indexOf('<main'), page.indexOf('</main>')))).toMatchSnapshot();
  });

  test('are linked from the page of their API, and from the header of all pages', async () => {
    const page = await visitPage(table, '/store/apis/dog_park/v1');
    expect(page).toContain('href="/store/apis/dog_park/v1/guides/start"');
    expect(page).toContain('href="/store/guides"');
  });

  test('are sent as Markdown by the name of their file', async () => {
    expect(await visit(table, '/store/apis/dog_park/v1/guides/start.md')).toEqual({
      status: 200,
      type: 'text/markdown; charset=utf-8',
      body: start.text,
    });
  });

  test.each(['/store/guides/other', '/store/guides/start.md.md', '/store/apis/dog_park/v1/guides/__proto__'])(
    'do not have a page at %s',
    async (path) => {
      expect(await visit(table, path)).toMatchObject({ status: 404 });
    },
  );

  test('have no list and no link if there are none', async () => {
    expect(await visit(tableWith(undefined), '/store/guides')).toMatchObject({ status: 404 });
    expect(await visitPage(tableWith(undefined), '/store')).not.toContain('/guides');
  });

  test('name each heading once, also if there are very many', async () => {
    const text = ['# a\n', '# a-1\n', '# a\n', '# \n', '# …\n'].join('').repeat(1500);
    const page = await visitPage(tableWith([{ name: 'long', title: 'Long', text }]), '/store/guides/long');
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(4000);
  });
});
