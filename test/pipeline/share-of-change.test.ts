import { expect, test } from 'vitest';
import type { Person } from '#compiled/ownership.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { ChangePlanner } from '#pipeline/plan-change.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const ada: Person = { subject: 'user:staff/ada', emails: ['ada@example.edu'], provider: 'staff', groups: [] };

const dogs = 'apis/dog_park/v1/openapi.yaml';
const birds = 'apis/bird_house/v1/openapi.yaml';
const ignoreFile = 'gatewright-ignore.yaml';
const entryOf = (file: string) =>
  `- rule: path-plural\n  file: '${file}'\n  pointer: /paths\n  reason: Old.\n`;

/** Ada's team owns DogPark; the other team owns BirdHouse. */
const sources: Readonly<Record<string, string>> = {
  ...cleanSources,
  'teams.yaml':
    'kind: Team\nname: parks-team\nmembers: [ada@example.edu]\n---\nkind: Team\nname: birds-team\n',
  'apis/bird_house/v1/api.yaml': (cleanSources['apis/dog_park/v1/api.yaml'] ?? '')
    .replace('DogPark', 'BirdHouse')
    .replace('/dog_park', '/bird_house')
    .replace('parks-team', 'birds-team'),
  [birds]: cleanDefinition,
};

async function shareOf(before: string | undefined, after: string | undefined, file = ignoreFile) {
  const tree = memorySourceTree(before === undefined ? sources : { ...sources, [file]: before });
  const planner = new ChangePlanner('gateway.config.yaml', 'production');
  const wanted = { files: { [file]: after }, person: ada, author: ada };
  const { share } = await planner.planMerge({ tree, changed: 'all' }, wanted, now);
  return { maySee: share.maySee, decides: share.decides };
}

const [all, seen, none] = [
  { maySee: true, decides: true },
  { maySee: true, decides: false },
  { maySee: false, decides: false },
];

test.each([
  ['a first entry for an own document', undefined, entryOf(dogs), all],
  ['an own entry that is deleted', entryOf(dogs), undefined, all],
  ['an own entry next to one of others', entryOf(birds), entryOf(birds) + entryOf(dogs), seen],
  ['an entry for the document of others', undefined, entryOf(birds), none],
  ['an own entry in place of one of others', entryOf(birds), entryOf(dogs), none],
  ['a pattern of files', undefined, entryOf('apis/dog_park/**'), none],
  ['the Gateway document', undefined, entryOf('gateway.config.yaml'), none],
  ['the ignore file itself', undefined, entryOf(ignoreFile), none],
  ['a file without entries', undefined, '# Nothing.\n', none],
] as const)('suppressed findings: %s', async (_, before, after, share) => {
  expect(await shareOf(before, after)).toEqual(share);
});

const inBaseline = (...files: readonly string[]) => {
  const findings = files.map((file) => ({
    rule: 'path-plural',
    file,
    pointer: '/paths',
    fingerprint: '0'.repeat(32),
  }));
  return JSON.stringify({ kind: 'Baseline', format: 1, findings });
};

test.each([
  ['a first finding in an own document', undefined, inBaseline(dogs), all],
  ['own findings that are removed', inBaseline(dogs), undefined, all],
  ['an own finding next to one of others', inBaseline(birds), inBaseline(birds, dogs), all],
  ['a finding in the document of others', undefined, inBaseline(birds), none],
  ['an own finding in place of one of others', inBaseline(birds), inBaseline(dogs), none],
  ['a finding in the Gateway document', undefined, inBaseline('gateway.config.yaml'), none],
  [
    'an own finding next to one in a file that is gone',
    inBaseline('x.yaml'),
    inBaseline('x.yaml', dogs),
    all,
  ],
] as const)('the baseline: %s', async (_, before, after, share) => {
  expect(await shareOf(before, after, 'gatewright-baseline.json')).toEqual(share);
});
