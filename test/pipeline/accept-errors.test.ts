// @module-tag full
import { describe, expect, test } from 'vitest';
import type { Person } from '#compiled/ownership.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { ChangePlanner, type PlannedEdit } from '#pipeline/plan-change.ts';
import { build } from '#pipeline.ts';
import { readProposedApi } from '#pipeline/read-proposed-api.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { publicDocuments, readPublicDocument } from '../public-documents.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const baseline = 'gatewright-baseline.json';
const config = 'gateway.config.yaml';

const ada: Person = { subject: 'user:staff/ada', emails: ['ada@example.edu'], provider: 'staff', groups: [] };

type Files = Readonly<Record<string, string>>;

const sources: Files = {
  ...cleanSources,
  'teams.yaml': 'kind: Team\nname: parks-team\nmembers: [ada@example.edu]\n',
};

function plan(change: ProposedChange, files: Files = sources): Promise<PlannedEdit> {
  const planner = new ChangePlanner(config, 'production');
  return planner.plan({ tree: memorySourceTree(files), changed: 'all' }, { change, person: ada }, now);
}

const errorsOf = ({ diagnostics }: Pick<PlannedEdit, 'diagnostics'>) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code, at }) => `${code} ${at.file}`);

/** What lint finds in the sources after a merge of an edit. */
async function mergeOf({ files }: PlannedEdit) {
  const merged = Object.entries({ ...sources, ...files }).filter(([, text]) => text !== undefined);
  return build(memorySourceTree(Object.fromEntries(merged) as Files), config, 'production');
}

/** The verb in its path is an error of a design rule. */
const faulty = cleanDefinition.replace('  /dogs:\n', '  /getDogs:\n');
const endpoints = { production: 'https://cats.example.edu' };
const added = {
  change: 'api_added',
  name: 'CatCafe',
  context: 'cat_cafe',
  version: 'v1',
  owner: 'ada@example.edu',
  definition: faulty,
  endpoints,
} as const;

describe.each([
  ['a new API', added, 'apis/cat_cafe/v1/openapi.yaml'],
  [
    'a new version',
    { change: 'api_version_added', follows: 'DogPark/v1', version: 'v2', definition: faulty, endpoints },
    'apis/dog_park/v2/openapi.yaml',
  ],
  [
    'another document',
    { change: 'api_definition_replaced', api: 'DogPark/v1', definition: faulty },
    'apis/dog_park/v1/openapi.yaml',
  ],
] as const)('the errors of design rules in %s', (_name, change, document) => {
  test('are errors, and are in the baseline if they are accepted', async () => {
    const refused = await plan(change);
    expect(errorsOf(refused)).toContain(`path-noun ${document}`);
    expect(new Set(errorsOf(refused).map((one) => one.split(' ')[1]))).toEqual(new Set([document]));
    expect([refused.accepted, refused.files[baseline]]).toEqual([0, undefined]);

    const planned = await plan({ ...change, acceptsErrors: true });
    expect(errorsOf(planned)).toEqual([]);
    expect(planned.accepted).toBe(errorsOf(refused).length);
    expect(planned.plan).toBeDefined();
    expect(errorsOf(await mergeOf(planned))).toEqual([]);
  });

  test('are added to a baseline, whose other entries stay', async () => {
    const entry = `{"rule":"path-noun","file":"a.yaml","pointer":"/paths/~1x","fingerprint":"${'0'.repeat(32)}"}`;
    const text = `{\n  "kind": "Baseline",\n  "format": 1,\n  "findings": [\n    ${entry}\n  ]\n}\n`;
    const { files } = await plan({ ...change, acceptsErrors: true }, { ...sources, [baseline]: text });
    expect(files[baseline]).toContain(entry);
    expect(files[baseline]).toContain(`"file":"${document}"`);
  });
});

test('a document without errors changes no baseline', async () => {
  const { files, accepted } = await plan({ ...added, definition: cleanDefinition, acceptsErrors: true });
  expect([Object.keys(files).includes(baseline), accepted]).toEqual([false, 0]);
});

test.each([
  ['that cannot be served', { definition: 'openapi: 3.1.0\n' }],
  ['in the declaration', { endpoints: { ...endpoints, sandbox: endpoints.production } }],
  ['of an address', { endpoints: { production: 'http://169.254.169.254/latest' } }],
])('an error %s is not accepted', async (_name, changes) => {
  const planned = await plan({ ...added, ...changes, acceptsErrors: true });
  expect(errorsOf(planned)).not.toEqual([]);
});

test('a document that opens operations has a warning, as lint reports it', async () => {
  const open = cleanDefinition.replace(
    'summary: Lists the dogs.',
    'summary: Lists the dogs.\n      security: []',
  );
  const planned = await plan({ ...added, definition: open });
  const found = planned.diagnostics.find(({ code }) => code === 'operation-access-documented');
  expect(found).toMatchObject({ severity: 'warning' });
  expect(found?.lowered).toBeUndefined();
});

describe('public documents', () => {
  test.each(publicDocuments.filter((_, index) => index % 6 === 0))(
    '%s is proposed as it is',
    async (name) => {
      const definition = readPublicDocument(name);
      const read = await readProposedApi(definition);
      expect(typeof read).toBe('object');
      const change = { ...added, name: 'Proposed', context: 'proposed', definition, acceptsErrors: true };
      const [refused, planned] = [await plan({ ...change, acceptsErrors: false }), await plan(change)];
      expect(errorsOf(planned)).toEqual([]);
      expect(planned.accepted).toBe(errorsOf(refused).length);
      expect(errorsOf(await mergeOf(planned))).toEqual([]);
    },
  );
});
