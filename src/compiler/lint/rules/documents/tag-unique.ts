import { declaredTags } from './parts/declared-tags.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';

const tagsAre = (tags: string) => editDefinition('paths:\n', `tags: ${tags}\npaths:\n`);

/** Operations refer to tags by name, so no two tags have the same name. */
export const tagUnique = defineRule({
  name: 'tag-unique',
  section: '4.4',
  severity: 'error',
  group: 'design',
  summary: 'Each name in `tags` is that of one tag.',
  why: 'Operations refer to a tag by its name, so of two with the same name one describes nothing.',
  examples: [
    {
      title: 'Different names, also in case',
      edits: [tagsAre('[{ name: dogs }, { name: Dogs }]')],
      findings: [],
    },
    {
      title: 'The same name twice',
      edits: [tagsAre('[{ name: dogs }, { name: cats }, { name: dogs, description: More. }]')],
      findings: ['apis/dog_park/v1/openapi.yaml:7:48 The tag `dogs` is already declared.'],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      const known = new Map<string, string>();
      for (const { name, pointer } of declaredTags(document)) {
        const first = known.get(name);
        if (first === undefined) known.set(name, pointer);
        else {
          report({
            at: `${pointer}/name`,
            message: `The tag \`${name}\` is already declared.`,
            help: 'Remove it, or give it another name.',
            related: [{ message: 'the other tag', at: `${first}/name` }],
          });
        }
      }
    },
  },
});
