import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { SourceReader } from '#serve/sources/read-source.ts';
import type { SourceReading } from '#serve/sources/source-reading.ts';
import { watchSource } from '#serve/sources/watch-source.ts';
import { eventually } from '../../eventually.ts';
import { writeSources } from '../running-gateway.ts';

const api = 'apis/dog_park/v1/api.yaml';
const contract = 'apis/dog_park/v1/openapi.yaml';
const other = 'apis/dog_park/v1/openapi.json';

const digestOf = (reading: SourceReading) => (reading.ok ? reading.table.digest : reading.failure.message);

test('a change of a file that nothing named before it was read is not lost', async () => {
  const { root, write } = await writeSources();
  const source = { kind: 'folder', root, configFile: 'gateway.config.yaml' } as const;
  const reader = new SourceReader('production');
  let meanwhile = async () => {};
  const read: SourceReader['read'] = async (...asked) => {
    const reading = await reader.read(...asked);
    await meanwhile();
    return reading;
  };
  const changed = vi.fn();
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const options = {
    source,
    deployment: 'production',
    stateFolder: join(root, '.gatewright'),
    plainHttp: true,
    report: vi.fn(),
  };
  const watched = await watchSource(source, options, { read }, changed, opened);
  watched.follow(await watched.read());
  const text = JSON.stringify(parse(await readFile(join(root, contract), 'utf8')));
  await write(other, () => text);
  await write(api, (declared) => declared.replace('openapi.yaml', 'openapi.json'));
  await eventually(() => expect(changed).toHaveBeenCalled());
  await delay(200);
  meanwhile = async () => {
    meanwhile = async () => {};
    await write(other, () => text.replace('/dogs"', '/cats"'));
    await delay(200);
  };
  watched.follow(await watched.read());
  const fresh = await new SourceReader('production').read(source, 'all');
  expect(digestOf(await watched.read())).toBe(digestOf(fresh));
});
