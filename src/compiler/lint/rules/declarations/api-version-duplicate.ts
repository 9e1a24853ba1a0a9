import { placeOf } from '#source/place.ts';
import { severalVersions } from '#compiler/rule/declarations/declared-apis.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addApi } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

export const apiVersionDuplicate = defineRule({
  name: 'api-version-duplicate',
  section: '2.2',
  severity: 'error',
  group: 'integrity',
  summary:
    'Each version of an API is declared once; a leading v and trailing zeros do not make a different version.',
  why: 'Name, context and version together identify an API, and the order of its versions must be unambiguous.',
  examples: [
    { title: 'Two versions', edits: [addApi('dog_park/v2')], findings: [] },
    {
      title: 'One version in two files',
      edits: [addApi('dog_park/copy', { version: 'v1' })],
      findings: ['apis/dog_park/v1/api.yaml:4:10 DogPark/v1 is declared twice.'],
    },
    {
      title: 'One version with and without v',
      edits: [addApi('dog_park/v2', { version: '1' })],
      findings: ['apis/dog_park/v2/api.yaml:4:10 The version 1 of DogPark is the same as v1.'],
    },
  ],
  check: {
    workspace: ({ apis }, { report }) => {
      for (const versions of severalVersions(apis)) {
        let first = versions[0];
        for (const api of versions) {
          if (first && first !== api && isSameVersion(first, api)) report(describeDuplicate(api, first));
          else first = api;
        }
      }
    },
  },
});

function isSameVersion(a: DeclaredApi, b: DeclaredApi): boolean {
  return compareVersions(a.value.version, b.value.version) === 0;
}

function describeDuplicate({ value, place }: DeclaredApi, first: DeclaredApi): Finding {
  return {
    at: placeOf(place, 'version'),
    message:
      value.version === first.value.version
        ? `${apiKey(value)} is declared twice.`
        : `The version ${value.version} of ${value.name} is the same as ${first.value.version}.`,
    help: 'Remove one of the two, or make this one the next version.',
    related: [{ message: 'first declared here', at: placeOf(first.place, 'version') }],
  };
}
