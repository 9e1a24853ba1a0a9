import { namedLists } from '#compiled/manifest.ts';
import { placeOf } from '#source/place.ts';
import { defineRule, type RuleContext } from '#compiler/rule/define-rule.ts';
import { editApplication, tiersFile } from '#compiler/rule/example-edits.ts';
import { indexFirst } from '#compiler/rule/once-per.ts';
import type { Declared } from '#compiler/workspace/declared.ts';

type Named = Declared<{ readonly name: string }>;

const application =
  'kind: Application\nname: DogWalker\ntype: service\nowner: ada@example.edu\ngrants: [password]\n';

export const duplicateName = defineRule({
  name: 'duplicate-name',
  section: '2.1',
  severity: 'error',
  group: 'integrity',
  summary: 'No two declarations of one kind have the same name, except the versions of an API.',
  why: 'Subscriptions, applications and tokens refer to them by name, so each name must identify exactly one.',
  examples: [
    {
      title: 'A tier with the name of an application',
      edits: [editApplication('DogWalker', 'gold')],
      findings: [],
    },
    {
      title: 'Two applications of one name',
      edits: [{ file: 'applications/walker.yaml', content: application }],
      findings: ['applications/walker.yaml:2:7 Another application has the name DogWalker.'],
    },
    {
      title: 'Two tiers of one name, in one file',
      edits: [{ file: tiersFile, content: 'kind: Tier\nname: gold\n---\nkind: Tier\nname: gold\n' }],
      findings: ['tiers.yaml:5:7 Another tier has the name gold.'],
    },
  ],
  check: {
    workspace: (workspace, context) => {
      for (const { name, noun } of namedLists) checkNames(noun, workspace[name] as readonly Named[], context);
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
      message: `Another ${noun} has the name ${value.name}.`,
      help: 'Rename one of the two, or remove it.',
      related: [{ message: 'first declared here', at: placeOf(first.place, 'name') }],
    });
  }
}
