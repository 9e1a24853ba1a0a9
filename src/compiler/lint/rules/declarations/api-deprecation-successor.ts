import { placeOf } from '#source/place.ts';
import { apisByKey } from '#compiler/rule/declarations/declared-apis.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addApi, editApi } from '#compiler/rule/example-edits.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import { apiKey } from '#compiled/api-key.ts';

const deprecate = (successor: string) =>
  editApi('published', `deprecated\ndeprecation: { since: 2026-01-31, successor: ${successor} }`);

export const apiDeprecationSuccessor = defineRule({
  name: 'api-deprecation-successor',
  section: '9.2',
  severity: 'warning',
  group: 'design',
  summary: 'The successor of a deprecated version is a published version of an API.',
  why: 'Responses direct callers to the successor; if it does not exist or is itself deprecated, they migrate for nothing. This is a warning because blocking or retiring the successor takes access away, which is always allowed; responses then omit it.',
  examples: [
    { title: 'The next version', edits: [deprecate('DogPark/v2'), addApi('dog_park/v2')], findings: [] },
    {
      title: 'A version that does not exist',
      severity: 'warning',
      edits: [deprecate('DogPark/2'), addApi('dog_park/v2')],
      findings: ['apis/dog_park/v1/api.yaml:6:46 The successor of DogPark/v1, DogPark/2, is not declared.'],
    },
  ],
  check: {
    workspace: ({ apis }, { report }) => {
      const index = apisByKey(apis);
      for (const { value, place } of apis) {
        const successor = value.deprecation?.successor;
        if (successor === undefined) continue;
        const other = index.get(successor);
        if (other?.value.state === 'published') continue;
        report({
          atMost: 'warning',
          at: placeOf(place, 'deprecation', 'successor'),
          message: `The successor of ${apiKey(value)}, ${successor}, is ${other?.value.state ?? 'not declared'}.`,
          help: other
            ? 'Name a published version, or remove `successor`.'
            : suggestName(successor, index.keys(), 'Name a published version, or remove `successor`.'),
        });
      }
    },
  },
});
