import { expect, onTestFinished, test } from 'vitest';
import { callGatewright } from '../cli/call-gatewright.ts';
import { findBlock, findCalls } from '../docs/shell-blocks.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { full } from '../full-run.ts';
import { fetchToken, send, start, writeSources } from './running-gateway.ts';

/** A gateway whose repository the command line works on meanwhile. */
async function serve() {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root } = await writeSources(upstream.url);
  const gateway = await start({ root, plainHttp: true });
  const run = async (words: readonly string[]) => {
    const result = await callGatewright(root, words);
    expect(result.code, result.stderr).toBe(0);
    return result;
  };
  const rotate = (...options: readonly string[]) => run(['keys', 'rotate', ...options]);
  const call = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await send(`${gateway.gatewayUrl}/dog_park/v1/dogs`, { headers })).status;
  };
  const keyIds = async () => {
    const { json } = await send(`${gateway.gatewayUrl}/oauth2/jwks`);
    return (json['keys'] as { kid: string }[]).map(({ kid }) => kid);
  };
  return { ...gateway, root, run, rotate, call, keyIds };
}

/** The key that a token names for its signature. */
function keyIdOf(token: string): string {
  const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
    kid: string;
  };
  return header.kid;
}

test('tokens from before, during and after each step of a rotation are accepted until their key is retired', async () => {
  const { gatewayUrl, run, call, keyIds, sees } = await serve();
  const block = findBlock('docs/authorization.md: gatewright keys rotate --signing-key');
  const [add = [], promote = [], remove = [], ...others] = findCalls(block.text);
  expect(others).toEqual([]);
  const tokens = [await fetchToken(gatewayUrl)];
  const statuses = async () => {
    tokens.push(await fetchToken(gatewayUrl));
    return Promise.all(tokens.map(call));
  };
  const [old = ''] = await keyIds();
  expect(await statuses()).toEqual([200, 200]);

  for (const [step, count, words] of [
    ['added', 1, add],
    ['promoted', 2, promote],
  ] as const) {
    const progress = { isDone: false };
    const rotated = run(words).then(() => sees('reloaded', count));
    const during: (readonly number[])[] = [];
    void rotated.finally(() => (progress.isDone = true));
    while (!progress.isDone) during.push(await statuses());
    await rotated;
    during.push(await statuses());
    expect(
      during.flat().filter((status) => status !== 200),
      step,
    ).toEqual([]);
  }
  const [first, next = ''] = await keyIds();
  expect([first, keyIdOf(tokens[0] ?? ''), keyIdOf(tokens.at(-1) ?? '')]).toEqual([old, old, next]);
  expect(next).not.toBe(old);

  await run(remove);
  await sees('reloaded', 3);
  expect(await keyIds()).toEqual([next]);
  const isOld = tokens.map((token) => keyIdOf(token) === old);
  expect(await Promise.all(tokens.map(call))).toEqual(isOld.map((wasOld) => (wasOld ? 403 : 200)));
  expect(new Set(isOld).size).toBe(2);
});

test('a consumer secret that is replaced works until it is retired', full, async () => {
  const { gatewayUrl, rotate, root, sees } = await serve();
  const ask = (secret: string) =>
    callGatewright(root, ['token', '--application', 'DogWalker', '--url', gatewayUrl], {
      GATEWRIGHT_CONSUMER_SECRET: secret,
    });
  const old = 'a-secret-of-the-tests_0123456789';
  const { stdout } = await rotate('--application', 'DogWalker');
  const next = /^CONSUMER_SECRET=(.+)$/m.exec(stdout)?.[1] ?? '';
  await sees('reloaded');
  expect([await ask(old), await ask(next)]).toMatchObject([{ code: 0 }, { code: 0 }]);
  await rotate('--application', 'DogWalker', '--retire');
  await sees('reloaded', 2);
  expect([await ask(old), await ask(next)]).toMatchObject([
    { code: 2, stderr: expect.stringContaining('invalid_client') },
    { code: 0 },
  ]);
});
