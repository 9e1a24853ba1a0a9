import { expect, test } from 'vitest';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const api = 'apis/dog_park/v1/api.yaml';

/** The fixes for the errors of a definition. */
async function findFixes(file: string, text: string) {
  const declaration = (cleanSources[api] ?? '').replace('openapi.yaml', file);
  const files = { ...cleanSources, [api]: declaration, [`apis/dog_park/v1/${file}`]: text };
  const { diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
  return diagnostics.map(({ code, fix }) => ({ code, fix }));
}

test.each([
  ['spec.yaml', 'openapi: 3.0.3\ninfo: { title: Dogs, version: 1.10 }\npaths: {}\n', '1.10'],
  ['spec.yaml', 'openapi: 3.1.0\ninfo:\n  title: Dogs\n  version: 2024\npaths: {}\n', '2024'],
  ['spec.json', '{"swagger":"2.0","info":{"title":"Dogs","version":1.0},"paths":{}}', '1.0'],
])('a version that is a number in %s gets quotes around its digits: %s', async (file, text, version) => {
  const at = { file: `apis/dog_park/v1/${file}`, document: 0, pointer: '/info/version' };
  expect(await findFixes(file, text)).toEqual([
    {
      code: 'openapi-structure',
      fix: {
        title: 'Put the version between quotes',
        steps: [{ type: 'replace-value', at, value: version }],
      },
    },
  ]);
});

test.each([
  ['a version in hexadecimal', 'openapi: 3.0.3\ninfo: { title: Dogs, version: 0x10 }\npaths: {}\n'],
  ['a version that is no number', 'openapi: 3.0.3\ninfo: { title: Dogs, version: [1] }\npaths: {}\n'],
  ['another number', 'openapi: 3.0.3\ninfo: { title: 1, version: "1" }\npaths: {}\n'],
])('%s is left to its author', async (_, text) => {
  expect(await findFixes('spec.yaml', text)).toEqual([{ code: 'openapi-structure', fix: undefined }]);
});
