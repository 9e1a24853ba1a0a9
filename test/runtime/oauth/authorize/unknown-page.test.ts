import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineTable, openAuthorization, type AuthorizationInTest } from '../authorization-in-test.ts';
import { BrowserInTest } from './browser-in-test.ts';

const browsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let server: AuthorizationInTest;

beforeAll(async () => {
  server = await openAuthorization(defineTable());
});

afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

describe.each([
  '/authorize/',
  '/authorize/nothing',
  '/authorize/nothing/at/all?x=1',
  '/authorize/login/',
  '/authorize//evil.example',
  '/authorize/%3Cscript%3E',
])('%s', (path) => {
  test.each(['GET', 'POST', 'DELETE'])('answers %s of a browser with a page', async (method) => {
    const browser = new BrowserInTest(server.url);
    const accept = { accept: browsers };
    const page = method === 'GET' ? await browser.visit(path, accept) : undefined;
    const answer = await server.call(path, { method, headers: accept });
    expect(answer).toMatchObject({
      status: 404,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
    if (page) expect([page.heading, page.code]).toEqual(['This page does not exist', 'page_unknown']);
  });

  test.each([['*/*'], ['application/json'], ['text/html;q=0, */*'], [undefined]])(
    'answers a program that accepts %s in JSON',
    async (accept) => {
      const answer = await server.call(path, { headers: accept === undefined ? {} : { accept } });
      expect([answer.status, answer.code]).toEqual([404, 'api_unknown']);
    },
  );
});

test('what only begins like the address of the pages is for the gateway', async () => {
  const answer = await server.call('/authorized/v1/dogs', { headers: { accept: 'text/html, */*' } });
  expect([answer.status, answer.code]).toEqual([404, 'api_unknown']);
});
