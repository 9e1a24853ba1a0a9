import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { versionPattern } from '#compiler/workspace/api-versions.ts';

export const apiVersionFormat = defineRule({
  name: 'api-version-format',
  section: '2.2',
  severity: 'error',
  group: 'integrity',
  summary: 'A version consists of numbers and dots, with an optional leading v.',
  why: 'The version is a path segment, and only numbers show which of two versions is later.',
  examples: [
    { title: 'Only a number', edits: [editApi('version: v1', 'version: 1')], findings: [] },
    {
      title: 'A word',
      edits: [editApi('version: v1', 'version: latest')],
      findings: [
        'apis/dog_park/v1/api.yaml:4:10 The version "latest" of DogPark does not consist of numbers and dots.',
      ],
    },
    {
      title: 'A capital V',
      edits: [editApi('version: v1', 'version: V1')],
      findings: [
        'apis/dog_park/v1/api.yaml:4:10 The version "V1" of DogPark does not consist of numbers and dots.',
      ],
    },
  ],
  check: {
    api: ({ value: { name, version }, place }, { report }) => {
      if (versionPattern.test(version)) return;
      const plain = version.trim().replace(/^V/, 'v');
      report({
        at: placeOf(place, 'version'),
        message: `The version ${JSON.stringify(version)} of ${name} does not consist of numbers and dots.`,
        help: versionPattern.test(plain) ? `Write it as ${plain}.` : 'Write it as v1, v2 and so on.',
      });
    },
  },
});
