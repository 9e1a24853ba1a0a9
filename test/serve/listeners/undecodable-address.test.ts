// @module-tag full
import { once } from 'node:events';
import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defineTable } from '../../runtime/oauth/authorization-in-test.ts';
import { openStore } from '../../runtime/portal/session/store-in-test.ts';
import { start, writeSources } from '../running-gateway.ts';

const browser = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document' };

interface Read {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** All of an answer but the time. */
function without({ status, headers, text: body }: Read) {
  const { date: _date, ...others } = headers;
  return { status, headers: others, body };
}

const undecodable = ['%zz', '%', '%C3%28', 'errors/%zz', 'errors/%zz?code=%zz', 'apis/%zz/v1'];

describe('an address that cannot be decoded is answered like one that does not exist', () => {
  test.each([
    ['/store', browser, 404, 'text/html; charset=utf-8'],
    ['/store', {}, 404, 'text/html; charset=utf-8'],
    ['/authorize', browser, 404, 'text/html; charset=utf-8'],
    ['/authorize', {}, 404, 'application/json; charset=utf-8'],
  ] as const)('below %s, with the headers %j', async (below, sent, status, type) => {
    const server = await openStore({ gateway: { trustedProxies: ['127.0.0.1/32'] } });
    onTestFinished(() => server.close());
    const headers = { ...sent, 'x-forwarded-proto': 'https' };
    const unknown = without(await server.call(`${below}/nothing`, { headers }));
    expect([unknown.status, unknown.headers['content-type']]).toEqual([status, type]);
    expect(unknown.headers['strict-transport-security']).toBe('max-age=31536000');
    for (const address of undecodable)
      for (const method of ['GET', 'POST', 'DELETE'])
        expect(without(await server.call(`${below}/${address}`, { method, headers }))).toEqual(unknown);
    expect(server.faults).toEqual([]);
  });

  test('below /store, where the table that serves has none', async () => {
    const server = await openStore();
    onTestFinished(() => server.close());
    await server.swap(defineTable());
    const { status, code } = await server.call('/store/%zz');
    expect([status, code]).toEqual([404, 'api_unknown']);
  });

  test('over HTTP/2', async () => {
    const { root, write } = await writeSources();
    await write('gateway.config.yaml', (config) => `${config}\nstore: {}\n`);
    const { gatewayUrl } = await start({ root });
    const session = connect(gatewayUrl, { rejectUnauthorized: false });
    onTestFinished(() => session.close());
    const get = async (path: string): Promise<unknown> => {
      const stream = session.request({ ':path': path, ...browser });
      const [{ date: _date, ...headers }] = (await once(stream, 'response')) as [Record<string, unknown>];
      return { headers, body: await text(stream) };
    };
    for (const below of ['/store', '/authorize']) {
      const unknown = await get(`${below}/nothing`);
      expect(unknown).toMatchObject({
        headers: { ':status': 404, 'content-type': 'text/html; charset=utf-8' },
      });
      expect(await get(`${below}/%zz`)).toEqual(unknown);
    }
  });

  test('on the admin listener', async () => {
    const { root } = await writeSources();
    const { adminUrl } = await start({ root, plainHttp: true });
    const get = async (path: string) => {
      const { statusCode, headers, body } = await request(`${adminUrl}${path}`);
      return without({ status: statusCode, headers, text: await body.text() });
    };
    const unknown = await get('/nothing');
    expect(unknown).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
    for (const path of ['/%zz', '/health/%zz?x=1']) expect(await get(path)).toEqual(unknown);
    expect(await get('/table/parts/%zz')).toEqual(await get('/table/parts/nothing'));
  });
});
