import { describe, expect, test } from 'vitest';
import { start, writeSources } from '../../serve/running-gateway.ts';

/** Starts a gateway whose configuration ends with `settings`. */
async function startStore(settings: string) {
  const { root, write } = await writeSources();
  await write('gateway.config.yaml', (text) => `${text}\n${settings}\n`);
  const gateway = await start({ root, plainHttp: true });
  return { ...gateway, write };
}

describe('the store', () => {
  test('shows the APIs of the table', async () => {
    const { gatewayUrl } = await startStore('store: { title: Park APIs }');
    const answer = await fetch(`${gatewayUrl}/store`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
    const page = await answer.text();
    expect(page).toContain('<title>APIs – Park APIs</title>');
    expect(page).toContain('href="/store/apis/dog_park/v1"');
  });

  test('is found with a slash at the end of its addresses', async () => {
    const { gatewayUrl } = await startStore('store: {}');
    const follow = async (path: string, method = 'GET') => {
      const answer = await fetch(`${gatewayUrl}${path}`, { method, redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    };
    expect(await follow('/store/')).toEqual([308, '/store']);
    expect(await follow('/store/?q=dogs', 'HEAD')).toEqual([308, '/store?q=dogs']);
    expect(await follow('/store/topics//')).toEqual([308, '/store/topics']);
    expect(await follow('/store/', 'POST')).toEqual([404, null]);
    expect(await follow('/store//evil.example/')).toEqual([308, '/store//evil.example']);
    expect((await fetch(`${gatewayUrl}/store/`)).status).toBe(200);
  });

  test('is where the root leads a browser, and nobody else', async () => {
    const { gatewayUrl } = await startStore('store: {}');
    const open = async (method: string, accept: string) => {
      const answer = await fetch(`${gatewayUrl}/`, { method, headers: { accept }, redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    };
    const { origin } = new URL(gatewayUrl);
    expect(await open('GET', 'text/html,application/xhtml+xml')).toEqual([302, `${origin}/store`]);
    expect(await open('HEAD', 'text/html')).toEqual([302, `${origin}/store`]);
    expect(await open('GET', 'application/json')).toEqual([404, null]);
    expect(await open('POST', 'text/html')).toEqual([404, null]);
  });

  test('is not there unless it is declared', async () => {
    const { gatewayUrl } = await startStore('');
    const answer = await fetch(`${gatewayUrl}/store`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'api_unknown' });
  });

  test('ends with the reload that disables it', async () => {
    const { gatewayUrl, write, sees } = await startStore('store: {}');
    await write('gateway.config.yaml', (text) => `${text}\nstore: { enabled: false }\n`);
    await sees('reloaded');
    expect((await fetch(`${gatewayUrl}/store`)).status).toBe(404);
    const root = await fetch(`${gatewayUrl}/`, { headers: { accept: 'text/html' } });
    expect([root.status, root.redirected]).toEqual([404, false]);
  });

  test('shows a page for unknown addresses', async () => {
    const { gatewayUrl } = await startStore('store: {}');
    const answer = await fetch(`${gatewayUrl}/store/unknown`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<code>page_unknown</code>');
  });
});
