import { mainAddresses, reservedSegments, findOverlaps, type Overlap } from '#compiled/addresses.ts';
import { apiKey } from '#compiled/api-key.ts';
import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addApi, editApi } from '#compiler/rule/example-edits.ts';
import { furtherPaths, stepsToPath } from '#compiler/workspace/further-addresses.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

const file = 'apis/dog_park/v1/api.yaml';
const alsoAt = (...paths: readonly string[]) => editApi('owner:', `alsoAt: [${paths.join(', ')}]\nowner:`);
const catCafe = addApi('cat_cafe/v1', { name: 'CatCafe', context: '/cat_cafe', version: 'v1' });

export const apiAddressTaken = defineRule({
  name: 'api-address-taken',
  section: '2.2',
  severity: 'error',
  group: 'integrity',
  summary:
    'A further address of an API is free: no other address equals it, begins with it, or is its beginning, ignoring case.',
  why: 'Each call leads to one version of one API, whatever the order in which addresses are compared.',
  examples: [
    { title: 'Addresses of their own', edits: [alsoAt('/dog-service/v2', '/v1/dogs')], findings: [] },
    {
      title: 'The address of another API, in another case',
      edits: [catCafe, alsoAt('/Cat_Cafe/v1')],
      findings: [`${file}:6:10 The address /Cat_Cafe/v1 of DogPark/v1 is that of CatCafe/v1.`],
    },
    {
      title: 'The beginning of the address of another API',
      edits: [catCafe, alsoAt('/cat_cafe')],
      findings: [
        `${file}:6:10 The address /cat_cafe of DogPark/v1 overlaps with /cat_cafe/v1, an address of CatCafe/v1.`,
      ],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      for (const [index, path] of furtherPaths(value).entries()) {
        const first = (path.split('/')[1] ?? '').toLowerCase();
        if (!reservedSegments.has(first)) continue;
        report({
          at: placeOf(place, ...stepsToPath(value, index)),
          message: `The address ${path} of ${apiKey(value)} begins with /${first}, which is reserved for the gateway itself.`,
          help: 'Remove it, or serve that address by a proxy in front of the gateway.',
        });
      }
    },
    workspace: ({ apis, gateway }, { report }) => {
      const style = gateway.value.versioning ?? 'url';
      const addressed = apis.map((api) => {
        const { context, version } = api.value;
        const main = mainAddresses({ context: context.replace(/^\//, ''), version }, style);
        return { api, main, further: furtherPaths(api.value) };
      });
      for (const overlap of findOverlaps(addressed)) report(describe(overlap));
    },
  },
});

function describe({ api, index, other }: Overlap<DeclaredApi>): Finding {
  const path = furtherPaths(api.value)[index] ?? '';
  const isSame = path.toLowerCase() === other.path.toLowerCase();
  const key = apiKey(other.api.value);
  return {
    at: placeOf(api.place, ...stepsToPath(api.value, index)),
    message: `The address ${path} of ${apiKey(api.value)} ${
      isSame ? `is that of ${key}` : `overlaps with ${other.path}, an address of ${key}`
    }.`,
    help: 'Remove one of them, or choose another address.',
    related: [{ message: `${key} is declared here`, at: placeOf(other.api.place, 'context') }],
  };
}
