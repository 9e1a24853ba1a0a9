import { describe, expect, test } from 'vitest';
import { cleanSources } from '../../../src/compiler/rule/clean-sources.ts';
import { openIsolating } from './isolating.ts';

const config = 'gateway.config.yaml';
const isolating = { ...cleanSources, [config]: `${cleanSources[config]}reload: { isolate: true }\n` };

test('x', async () => {
  const serve = openIsolating();
  const first = await serve(isolating);
  expect(first.errors).toEqual([]);
  const again = await serve({ ...isolating, 'users/ada.yaml': 'kind: User\nname: [' });
  console.log(again.errors, again.held);
  expect(again.table?.digest).toBe(first.table?.digest);
  const lintErr = await serve({ ...isolating, 'apis/dog_park/v1/openapi.yaml': isolating['apis/dog_park/v1/openapi.yaml']?.replace('/dogs:', '/dogs/:') ?? '' });
  console.log(lintErr.errors, lintErr.held);
  const s = 'apis/dog_park/v1/subscriptions.yaml';
  const sub = await serve({ ...isolating, 'applications/b.yaml': isolating['applications/dog_walker.yaml']?.replace('DogWalker', 'Cat').replace('dogwalker-production','catwalker-production') ?? '', [s]: `${isolating[s]}---\n${isolating[s]?.replace('DogWalker', 'Cat')}---\nkind: Subscription\napplication: X\n` });
  console.log(sub.errors, sub.held, sub.table?.manifest.subscriptions);
});
describe;
