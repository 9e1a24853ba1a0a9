import { placeOf, type Place } from '#source/place.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';
import { indexFirst } from '#compiler/rule/once-per.ts';
import type { Declared } from '#compiler/workspace/declared.ts';

interface KeyUse {
  readonly consumerKey: string;
  readonly owner: string;
  readonly place: Place;
}

const otherApplication = `kind: Application
name: CatSitter
type: single-page
owner: bob@example.edu
grants: [refresh_token]
keys:
  sandbox: { consumerKey: dogwalker-production }
`;

export const consumerKeyUnique = defineRule({
  name: 'consumer-key-unique',
  section: '2.1',
  severity: 'error',
  group: 'integrity',
  summary: 'Each consumer key belongs to exactly one key set of one application.',
  why: 'The consumer key alone identifies the calling application and whether it calls production or sandbox.',
  examples: [
    {
      title: 'A key for each key set',
      edits: [editApplication('keys:', 'keys:\n  sandbox: { consumerKey: dogwalker-sandbox }')],
      findings: [],
    },
    {
      title: 'One key for both key sets of an application',
      edits: [editApplication('keys:', 'keys:\n  sandbox: { consumerKey: dogwalker-production }')],
      findings: [
        'applications/dog_walker.yaml:8:27 The sandbox keys of DogWalker have the same consumer key as the production keys of DogWalker.',
      ],
    },
    {
      title: 'One key for two applications',
      edits: [{ file: 'applications/cat_sitter.yaml', content: otherApplication }],
      findings: [
        'applications/dog_walker.yaml:9:18 The production keys of DogWalker have the same consumer key as the sandbox keys of CatSitter.',
      ],
    },
  ],
  check: {
    workspace: ({ applications }, { report }) => {
      const uses = applications.flatMap(listKeys);
      const firstUses = indexFirst(uses, ({ consumerKey }) => consumerKey);
      for (const use of uses) {
        const first = firstUses.get(use.consumerKey);
        if (!first || first === use) continue;
        report({
          at: use.place,
          message: `The ${use.owner} have the same consumer key as the ${first.owner}.`,
          help: 'Generate new keys with `gatewright keys generate`.',
          related: [{ message: 'first declared here', at: first.place }],
        });
      }
    },
  },
});

function listKeys({ value, place }: Declared<ApplicationDeclaration>): readonly KeyUse[] {
  return (['production', 'sandbox'] as const).flatMap((keySet) => {
    const consumerKey = value.keys?.[keySet]?.consumerKey;
    if (consumerKey === undefined) return [];
    const owner = `${keySet} keys of ${value.name}`;
    return [{ consumerKey, owner, place: placeOf(place, 'keys', keySet, 'consumerKey') }];
  });
}
