import { placeOf } from '../../../../source/place.ts';
import { defineRule, type RuleContext } from '../../../rule/define-rule.ts';
import { applicationFile, editApplication, tiersFile } from '../../../rule/example-edits.ts';
import { indexFirst } from '../../../rule/declarations/index-first.ts';
import type { Declared } from '../../../workspace/workspace.ts';

type Named = Declared<{ readonly name: string }>;

const application =
  'kind: Application\nname: DogWalker\ntype: service\nowner: ada@example.edu\ngrants: [password]\n';

export const duplicateName = defineRule({
  name: 'duplicate-name',
  section: '2.1',
  severity: 'error',
  group: 'integrity',
  summary: 'No two applications share a name, and no two tiers.',
  why: 'Subscriptions name them, and each name has to lead to one.',
  examples: [
    {
      title: 'A tier with the name of an application',
      edits: [editApplication('DogWalker', 'gold')],
      findings: [],
    },
    {
      title: 'Two applications of one name',
      edits: [{ file: 'applications/walker.yaml', content: application }],
      findings: ['applications/walker.yaml:2:7 There is another application DogWalker.'],
    },
    {
      title: 'Two tiers of one name, in one file',
      edits: [{ file: tiersFile, content: 'kind: Tier\nname: gold\n---\nkind: Tier\nname: gold\n' }],
      findings: ['tiers.yaml:5:7 There is another tier gold.'],
    },
    {
      title: 'Two applications in one file',
      edits: [{ file: applicationFile, content: `${application}---\n${application.replace('Dog', 'Cat')}` }],
      findings: [],
    },
  ],
  check: {
    workspace: ({ applications, tiers }, context) => {
      checkNames('application', applications, context);
      checkNames('tier', tiers, context);
    },
  },
});

function checkNames(noun: string, declarations: readonly Named[], { report }: RuleContext): void {
  const byName = indexFirst(declarations, ({ value }) => value.name);
  for (const { value, place } of declarations) {
    const first = byName.get(value.name);
    if (!first || first.place === place) continue;
    report({
      at: placeOf(place, 'name'),
      message: `There is another ${noun} ${value.name}.`,
      help: 'Rename one of the two, or remove it.',
      related: [{ message: 'first declared here', at: placeOf(first.place, 'name') }],
    });
  }
}
