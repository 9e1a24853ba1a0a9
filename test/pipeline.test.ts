import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build, UnknownDeploymentError } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { describeDiagnostics } from './compiler/describe-diagnostics.ts';

const config = 'gateway.config.yaml';

test('sources become a route table', async () => {
  const { diagnostics, compiled, workspace } = await build(
    memorySourceTree(cleanSources),
    config,
    'production',
  );
  expect(diagnostics).toEqual([]);
  expect(compiled?.manifest.deployment).toBe('production');
  expect(workspace?.apis).toHaveLength(1);
});

test('one mistake is reported once, in the order of places, beside what the rules find elsewhere', async () => {
  const broken = {
    ...cleanSources,
    'tiers.yaml': 'kind: Tier\nname: gold\nlimits: {}\n',
    'apis/dog_park/v1/api.yaml': cleanSources['apis/dog_park/v1/api.yaml']!.replace(
      'name: DogPark',
      'name: DogParkApi',
    ),
    'apis/dog_park/v1/subscriptions.yaml': cleanSources['apis/dog_park/v1/subscriptions.yaml']!.replace(
      'DogPark/',
      'DogParkApi/',
    ),
  };
  const { diagnostics, compiled } = await build(memorySourceTree(broken), config, 'production');
  expect(describeDiagnostics(diagnostics)).toEqual([
    'apis/dog_park/v1/api.yaml:2:7 warning api-name-no-api-word The name DogParkApi contains the word API.',
    'tiers.yaml:3:1 error unknown-field `limits` is not a field of a Tier.',
  ]);
  expect(compiled).toBeUndefined();
});

test('a warning does not prevent compiling', async () => {
  const file = 'apis/dog_park/v1/subscriptions.yaml';
  const { [file]: subscription, ...others } = cleanSources;
  const moved = { ...others, 'applications/subscriptions.yaml': subscription! };
  const { diagnostics, compiled } = await build(memorySourceTree(moved), config, 'production');
  expect(diagnostics.map(({ severity, code }) => [severity, code])).toEqual([
    ['warning', 'subscription-beside-api'],
  ]);
  expect(compiled).toBeDefined();
});

test('a deployment that the gateway does not have is reported as an error of its own', async () => {
  const building = build(memorySourceTree(cleanSources), config, 'moon');
  await expect(building).rejects.toThrow(new UnknownDeploymentError('moon'));
  await expect(building).rejects.toBeInstanceOf(UnknownDeploymentError);
});
