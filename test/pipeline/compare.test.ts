import { expect, test } from 'vitest';
import { cleanSources } from '../../src/compiler/rule/clean-sources.ts';
import { compare } from '../../src/pipeline/compare.ts';
import { memorySourceTree } from '../../src/source/memory-source-tree.ts';

test('takes no notice of what design rules would find, nor of what suppresses that', async () => {
  const ignored =
    '- { rule: path-snake-case, file: apis/dog_park/v1/openapi.yaml, pointer: "", reason: as it was }\n';
  const files = {
    ...cleanSources,
    'tiers.yaml': `${cleanSources['tiers.yaml']}# gatewright-ignore path-plural: as it was\n`,
    'gatewright-ignore.yaml': ignored,
  };
  const tree = memorySourceTree(files);
  const { base, head, plan } = await compare(tree, tree, 'gateway.config.yaml', 'production');
  expect([base.diagnostics, head.diagnostics, plan?.changes]).toEqual([[], [], []]);
});
