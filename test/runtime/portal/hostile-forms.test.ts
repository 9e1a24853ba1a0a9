// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseForm } from '#runtime/requests/forms.ts';
import { sendRaw } from '../send-raw.ts';
import type { AuthorizationInTest } from '../oauth/authorization-in-test.ts';
import { openStore, storeUrl, StoreBrowser } from './session/store-in-test.ts';

let server: AuthorizationInTest;
let alice: StoreBrowser;

beforeAll(async () => {
  server = await openStore();
  alice = new StoreBrowser(server);
  await alice.signIn();
});
afterAll(() => server.close());

const answerTo = async (browser: StoreBrowser, path: string, body: string) => {
  const { status, code } = await browser.store.submit(path, body, { origin: storeUrl });
  return [status, code];
};

const parameters = (count: number) => Array.from({ length: count }, (_, index) => `${index}=1`).join('&');

describe('a form of a stranger', () => {
  test.each(['/store/sign-out', '/store/proposals/new/api', '/store/apis/dog_park/v1/operation/try'])(
    'to %s is refused before it is read',
    async (path) => {
      const head = [
        `POST ${path} HTTP/1.1`,
        'Host: gateway.example.edu',
        'Content-Type: application/x-www-form-urlencoded',
        `Origin: ${storeUrl}`,
        'Content-Length: 8000000',
        'Expect: 100-continue',
      ];
      const answer = await sendRaw(server.port, `${head.join('\r\n')}\r\n\r\n`);
      expect([answer.slice(0, 13), /<code>([^<]*)/.exec(answer)?.[1]]).toEqual([
        'HTTP/1.1 403 ',
        'signed_out',
      ]);
    },
  );
});

describe('a form', () => {
  const kibibyte = 1024;

  test.each([
    ['/store/sign-out', 64],
    ['/store/apis/dog_park/v1/operation/try', 1536],
    ['/store/proposals/new/api', 8192],
  ])('to %s has at most %i KiB', async (path, size) => {
    const form = (length: number) => `csrf=${'x'.repeat(length - 5)}`;
    expect(await answerTo(alice, path, form(size * kibibyte))).toEqual([403, 'form_not_of_session']);
    expect(await answerTo(alice, path, form(size * kibibyte + 1))).toEqual([413, 'form_too_large']);
  });

  test('has at most 1000 parameters', async () => {
    expect(await answerTo(alice, '/store/sign-out', parameters(1000))).toEqual([403, 'form_not_of_session']);
    expect(await answerTo(alice, '/store/sign-out', parameters(1001))).toEqual([400, 'form_unreadable']);
    expect(parseForm('&'.repeat(1000))).toEqual({ refused: 'form_malformed' });
  });
});
