import { placeOf } from '#source/place.ts';
import { addApi } from '#compiler/rule/example-edits.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { fieldChangesOf, wholeChangeOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import type { History, State } from '../history/history.ts';
import { findNewVersions } from '../history/new-versions.ts';

const file = 'apis/dog_park/v2/api.yaml';
const message = 'Nothing in DogPark/v2 breaks a caller of DogPark/v1, so it may not be needed.';

export const needlessVersion = defineHistoryRule({
  name: 'needless-version',
  section: '9.2',
  severity: 'warning',
  summary:
    'A new version contains a breaking change; otherwise the change could be made in the existing version.',
  why: 'Each version must be operated, maintained and eventually retired, and its callers must migrate; a compatible change avoids all of this.',
  examples: [
    {
      title: 'A further version of the same document',
      base: [],
      head: [addApi('dog_park/v2')],
      findings: [`${file}:4:10 ${message}`],
    },
    {
      title: 'The first version of another API',
      base: [],
      head: [addApi('cat_park/v1', { name: 'CatPark', context: '/cat_park', version: 'v1' })],
      findings: [],
    },
  ],
  check: (history, report) => {
    for (const { api, previous, breaks } of findNewVersions(history)) {
      if (breaks.length === 0) report(describe(previous, api, history));
    }
  },
});

function describe(predecessor: DeclaredApi, { value, place }: DeclaredApi, history: History): HistoryFinding {
  const subject = { kind: 'Api', name: apiKey(value) } as const;
  const locate = (at: typeof place, { workspace }: State) =>
    workspace.sources.locate(placeOf(at, 'version'), 'value');
  return {
    at: locate(place, history.head),
    message: `Nothing in ${subject.name} breaks a caller of ${apiKey(predecessor.value)}, so it may not be needed.`,
    help: `Check whether the change can be made within ${apiKey(predecessor.value)}, or keep the new version if its behaviour differs in a way that the document does not show.`,
    changes: [
      ...wholeChangeOf(history.plan, subject, 'add'),
      ...fieldChangesOf(history.plan, subject, 'state'),
    ],
  };
}
