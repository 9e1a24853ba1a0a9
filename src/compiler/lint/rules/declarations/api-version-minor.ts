import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { versionPattern } from '#compiler/workspace/api-versions.ts';

export const apiVersionMinor = defineRule({
  name: 'api-version-minor',
  section: '9.4',
  // A warning, since the requirements advise against minor versions; that they recommend a single number would only be
  // an info.
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: 'A version is a single number.',
  why: 'A minor change does not break callers, so it needs no new version; a new version in the address is for breaking changes.',
  examples: [
    { title: 'Only a number', edits: [editApi('version: v1', 'version: 1')], findings: [] },
    {
      title: 'A minor version',
      edits: [editApi('version: v1', 'version: v1.2')],
      findings: ['apis/dog_park/v1/api.yaml:4:10 The version v1.2 of DogPark is a minor version.'],
    },
    {
      title: 'A minor version that YAML reads as a number',
      edits: [editApi('version: v1', 'version: 1.10')],
      findings: ['apis/dog_park/v1/api.yaml:4:10 The version 1.10 of DogPark is a minor version.'],
    },
  ],
  check: {
    api: ({ value: { name, version }, place }, { report }) => {
      if (!versionPattern.test(version) || !version.includes('.')) return;
      report({
        at: placeOf(place, 'version'),
        message: `The version ${version} of ${name} is a minor version.`,
        help: `Keep to ${version.split('.')[0]} for compatible changes, and use the next number for a breaking change.`,
      });
    },
  },
});
