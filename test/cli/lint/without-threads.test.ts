// @module-tag full
import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const letters = [...'vwxyz'].flatMap((first) => [...'abcdefghij'].map((second) => first + second));

/** As many APIs as are checked in threads, each with a document and a finding in it. */
const manyApis = Object.fromEntries(
  letters.flatMap((name) => [
    [
      `apis/${name}/v1/api.yaml`,
      `kind: Api
name: Kennel${name.toUpperCase()}
context: /kennel_${name}
version: v1
state: published
owner: bench
definition: ./openapi.yaml
endpoints:
  production: { url: https://${name}.internal.example.edu }
`,
    ],
    [
      `apis/${name}/v1/openapi.yaml`,
      (cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '').replace('/dogs:', '/bigDogs:'),
    ],
  ]),
);

test('lint says that threads cannot start, and why, and finds the same', async () => {
  const config = 'gateway.config.yaml';
  await using folder = await temporaryFolder({ [config]: cleanSources[config] ?? '', ...manyApis });
  const words = ['lint', '--no-cache'];
  const expected = await runGatewright(folder.path, words);
  expect(expected).toMatchObject({ code: 1, stdout: expect.stringContaining('bigDogs'), stderr: '' });
  const noThreads = '--permission --allow-fs-read=* --allow-fs-write=*';
  expect(await runGatewright(folder.path, words, { NODE_OPTIONS: noThreads })).toEqual({
    ...expected,
    stderr: expect.stringMatching(
      /^Worker threads failed: .+ 50 of 50 documents are checked without them, which takes longer and more memory\.\n$/,
    ),
  });
});
