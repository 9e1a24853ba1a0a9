import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { packTable } from '#compiled/compiled.ts';
import { SecretReferences } from '#serve/sources/read-secrets.ts';
import { RelevantFiles } from '#serve/sources/relevant-files.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

async function read(changed: Readonly<Record<string, string>> = {}) {
  const tree = memorySourceTree({ ...cleanSources, ...changed });
  const { compiled, sources } = await build(tree, 'gateway.config.yaml', 'production');
  const table = packTable(compiled!);
  return { ok: true, table, references: new SecretReferences().listIn(table), sources } as const;
}

const api = 'apis/dog_park/v1/api.yaml';

test('before anything is read every file is relevant, then only what was read or would be', async () => {
  const relevant = new RelevantFiles('/root');
  expect(relevant.has('/root/gateway.log')).toBe(true);
  relevant.follow(await read());
  const paths = ['tiers.yaml', 'apis/new/api.yaml', 'gateway.log', 'apis/dog_park/v1/notes.txt'];
  expect(paths.filter((path) => relevant.has(`/root/${path}`))).toEqual(['tiers.yaml', 'apis/new/api.yaml']);
});

test('a file that holds a secret in use is relevant', async () => {
  const relevant = new RelevantFiles('/root');
  const auth = 'production: { auth: { header: { name: X-Key, value: { fromFile: secrets/key } } },';
  relevant.follow(await read({ [api]: cleanSources[api]!.replace('production: {', auth) }));
  expect([relevant.has('/root/secrets/key'), relevant.has('/root/secrets/other')]).toEqual([true, false]);
});

test('reports a skipped change that matters for the next reading', async () => {
  const relevant = new RelevantFiles('/root');
  expect(relevant.follow(await read())).toBe(false);
  expect(relevant.has('/root/apis/dog_park/v1/openapi.json')).toBe(false);
  expect(relevant.follow(await read())).toBe(false);
  expect(relevant.has('/root/apis/dog_park/v1/openapi.json')).toBe(false);
  const renamed = { [api]: cleanSources[api]!.replace('openapi.yaml', 'openapi.json') };
  const { sources } = await build(
    memorySourceTree({ ...cleanSources, ...renamed }),
    'gateway.config.yaml',
    'production',
  );
  const failure = { message: 'The sources have 1 error.', diagnostics: [], sources };
  expect(relevant.follow({ ok: false, failure })).toBe(true);
});
