// @module-tag full
import { describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { fetchToken, start } from '../running-gateway.ts';
import { signInAda, writeSourcesOfAda } from './signed-in-ada.ts';

describe.each([1, 2])('with %i thread(s) that serve', (workers) => {
  test('an owner finds the last calls of her application by their request IDs', async () => {
    const { root, write } = await writeSourcesOfAda();
    await write('applications/dog_walker.yaml', (text) => text.replace('ada@example.edu', 'ada'));
    const { gatewayUrl } = await start({ root, plainHttp: true, workers });
    const open = await signInAda(gatewayUrl);
    const path = '/store/applications/DogWalker/calls';
    expect((await open(path)).text).toContain('No recent calls');

    const headers = { authorization: `Bearer ${await fetchToken(gatewayUrl)}` };
    const ids: string[] = [];
    for (const target of ['/dog_park/v1/dogs?secret=1', '/dog_park/v1/<b>', '/dog_park/v1/dogs']) {
      const { status, headers: answered } = await fetch(`${gatewayUrl}${target}`, { headers });
      ids.push(`${status} ${answered.get('x-request-id')}`);
    }
    const [first = '', unknown = ''] = ids.map((id) => id.split(' ')[1] ?? '');
    expect(ids.map((id) => id.split(' ')[0])).toEqual(['200', '404', '200']);
    await eventually(async () => {
      const { text } = await open(path);
      expect(text).toContain(first);
      expect(text).toContain('GET /dog_park/v1/%3Cb%3E');
      expect(text).not.toContain('secret');
    });
    const found = await open(`${path}?id=${unknown}`);
    expect(found.text).toContain('resource_unknown');
    expect(found.text).not.toContain(first);
    expect((await open(`${path}?id=none`)).text).toContain('None of the last calls has this request ID');
  });
});
