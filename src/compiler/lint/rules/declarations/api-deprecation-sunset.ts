import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { apiKey } from '#compiled/api-key.ts';

const deprecate = (dates: string) => editApi('published', `deprecated\ndeprecation: { ${dates} }`);

export const apiDeprecationSunset = defineRule({
  name: 'api-deprecation-sunset',
  section: '9.2',
  severity: 'error',
  group: 'design',
  summary: 'The sunset of a version, or of one of its addresses, is not before its deprecation.',
  why: 'Callers migrate between the two dates; RFC 9745 section 4 does not allow an earlier sunset.',
  examples: [
    { title: 'No sunset yet', edits: [deprecate('since: 2026-01-31')], findings: [] },
    {
      title: 'A sunset before the deprecation',
      edits: [deprecate('since: 2026-01-31, sunset: 2025-12-31')],
      findings: [
        'apis/dog_park/v1/api.yaml:6:43 DogPark/v1 has its sunset on 2025-12-31, before its deprecation on 2026-01-31.',
      ],
    },
    {
      title: 'A sunset of an address before its deprecation',
      edits: [
        editApi(
          'owner:',
          'alsoAt: [{ path: /dogs/v1, deprecation: { since: 2026-01-31, sunset: 2025-12-31 } }]\nowner:',
        ),
      ],
      findings: [
        'apis/dog_park/v1/api.yaml:6:70 The address /dogs/v1 of DogPark/v1 has its sunset on 2025-12-31, before its deprecation on 2026-01-31.',
      ],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      for (const { subject, steps, since, sunset } of listDeprecations(value)) {
        if (sunset === undefined || sunset >= since) continue;
        report({
          at: placeOf(place, ...steps, 'sunset'),
          message: `${subject} has its sunset on ${sunset}, before its deprecation on ${since}.`,
          help: 'Correct one of the dates.',
          related: [{ message: 'deprecated since', at: placeOf(place, ...steps, 'since') }],
        });
      }
    },
  },
});

interface DeclaredDeprecation {
  readonly subject: string;
  readonly steps: readonly (string | number)[];
  readonly since: string;
  readonly sunset?: string;
}

function listDeprecations(api: ApiDeclaration): readonly DeclaredDeprecation[] {
  const { deprecation, alsoAt = [] } = api;
  const key = apiKey(api);
  const ofAddresses = alsoAt.flatMap((declared, index): DeclaredDeprecation[] => {
    if (typeof declared === 'string' || !declared.deprecation) return [];
    const steps = ['alsoAt', index, 'deprecation'];
    return [{ subject: `The address ${declared.path} of ${key}`, steps, ...declared.deprecation }];
  });
  return [...(deprecation ? [{ subject: key, steps: ['deprecation'], ...deprecation }] : []), ...ofAddresses];
}
