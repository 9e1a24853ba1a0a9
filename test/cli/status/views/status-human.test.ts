import { describe, expect, test } from 'vitest';
import type { Digest } from '#compiled/digest.ts';
import type { Change } from '#compiler/plan/change.ts';
import type { RunningControlPlane, RunningNode } from '#cli/status/running-gateway.ts';
import type { StatusReport } from '#cli/status/status-report.ts';
import { renderStatusForHumans } from '#cli/status/views/status-human.ts';
import { renderStatusJson } from '#cli/status/views/status-json.ts';

const digest = `sha256:${'a'.repeat(64)}` as const;
const other = `sha256:${'b'.repeat(64)}` as const;

function change(message: string, parts: Partial<Change> = {}): Change {
  return {
    id: 'tier-limit-changed',
    action: 'change',
    subject: { kind: 'Tier', name: 'gold' },
    path: 'limit',
    message,
    at: {},
    affected: [],
    fingerprint: '0'.repeat(32),
    ...parts,
  };
}

const changes = [
  change('gold: 1000 → 500 requests a minute.'),
  change('DogPark/v1 is published.', { action: 'add', subject: { kind: 'Api', name: 'DogPark/v1' } }),
  change('GET /dogs was removed.', { action: 'remove', subject: { kind: 'Api', name: 'DogPark/v1' } }),
];

const report: StatusReport = {
  url: 'https://ops.example.edu/gateway',
  version: '0.2.0',
  running: {
    digest,
    deployment: 'production',
    loadedAt: '2026-11-21T06:25:31.302Z',
    apis: 12,
    version: '0.1.0',
    tableFormat: 5,
    lastError: undefined,
    heldBack: [],
    restartNeeded: [],
    workers: undefined,
    source: undefined,
    controlPlane: undefined,
  },
  expected: { name: 'origin/main', commit: 'c6b2c0f4f2f7c06ea1a84bd1ddbdd1b9f4a2b6a7', digest: other },
  isSame: false,
  relation: { kind: 'behind', behind: 3, ahead: 0 },
  difference: { changes },
};

const plain = (_: unknown, text: string) => text;
const render = (parts: Partial<StatusReport> = {}) => renderStatusForHumans({ ...report, ...parts }, plain);
/** The text below the metrics. */
const below = (parts: Partial<StatusReport>) => render(parts).split('\n\n').slice(2).join('\n\n');

test('shows what would change for a gateway that is behind', () => {
  expect(render())
    .toBe(`https://ops.example.edu/gateway does not serve what origin/main (c6b2c0f4f2f7) declares.

  Serves    ${digest}
  Expected  ${other}
  Since     2026-11-21T06:25:31.302Z
  APIs      12
  Version   0.1.0

It is 3 commits behind origin/main.
It runs gatewright 0.1.0, but this is 0.2.0, which may compile differently.

If origin/main were deployed:

API DogPark/v1
  + DogPark/v1 is published.
  - GET /dogs was removed.

Tier gold
  ~ gold: 1000 → 500 requests a minute.
`);
});

test('shows the additional changes of a gateway that is ahead', () => {
  const beyond = [change('gold: 500 → 1000 requests a minute.')];
  const parts = {
    version: '0.1.0',
    relation: { kind: 'ahead', behind: 0, ahead: 1 },
    difference: { changes, beyond },
  } as const;
  expect(below(parts)).toBe(`It is 1 commit ahead of origin/main.

In addition to origin/main it serves:

Tier gold
  ~ gold: 500 → 1000 requests a minute.
`);
});

test('why a table on a server is refused is reported once', () => {
  const message = 'The route table https://tables.example.edu/table.json is not served.';
  const source = {
    url: 'https://tables.example.edu/table.json',
    branch: undefined,
    commit: undefined,
    checkedAt: undefined,
    lastError: message,
  };
  const running = { ...report.running, lastError: { message, places: [] }, source };
  const told = render({ running });
  expect(told.split(message).length - 1).toBe(1);
  expect(told).toContain(
    `\nIt still serves its previous table, since newer sources cannot be used: ${message}\n`,
  );
});

test('shows what keeps it there', () => {
  const places = Array.from({ length: 12 }, (_, index) => `apis/${index}.yaml:1:1 \u001B[2J is wrong.`);
  const running = {
    ...report.running,
    version: '0.2.0',
    lastError: { message: 'The sources have 12 errors.', places },
    restartNeeded: ['listener', 'admin'],
    workers: [digest, other, undefined, undefined],
    source: {
      url: 'https://git.example.edu/gateway.git',
      branch: 'main',
      commit: report.expected.commit,
      checkedAt: undefined,
      lastError: 'it cannot be reached',
    },
  };
  const relation = { kind: 'same', behind: 0, ahead: 0 } as const;
  expect(render({ running, relation, difference: { changes: [] } }))
    .toBe(`https://ops.example.edu/gateway does not serve what origin/main (c6b2c0f4f2f7) declares.

  Serves    ${digest}
  Expected  ${other}
  Since     2026-11-21T06:25:31.302Z
  Commit    ${report.expected.commit}
  From      https://git.example.edu/gateway.git#main
  APIs      12
  Workers   4
  Version   0.2.0

It serves the same commit, compiled by another version of gatewright or from another configuration.
It still serves its previous table, since newer sources cannot be used: The sources have 12 errors.
${places
  .slice(0, 10)
  .map((place) => `  ${place.replace('\u001B', '\uFFFD')}\n`)
  .join('')}  and 2 more
Its last check of https://git.example.edu/gateway.git failed: it cannot be reached
Restart it to apply these settings of its table: listener, admin.
Of its 4 workers 2 are being started and 1 serves another table.

The two tables differ, but not in anything that a plan shows.
`);
});

describe('the Envoys of a control plane', () => {
  const polledAt = '2026-11-21T06:26:00.000Z';
  const node = (
    name: string,
    accepted: Digest | undefined,
    more: Pick<Partial<RunningNode>, 'refused' | 'restricted' | 'removalsWait'> = {},
  ): RunningNode => ({
    name,
    accepted,
    polledAt,
    refused: [],
    restricted: undefined,
    removalsWait: false,
    ...more,
  });
  const { difference: _difference, relation: _relation, ...same } = report;
  const renderEnvoys = (controlPlane: RunningControlPlane) =>
    renderStatusForHumans({ ...same, running: { ...report.running, controlPlane } }, plain)
      .split('\n\n')
      .slice(2)
      .join('\n\n');

  test('are shown with what they have', () => {
    const version = `${other}@2026-11-21T06:25:40.000Z`;
    const since = '2026-11-21T06:25:42.000Z';
    const refused = [
      { resources: 'clusters', names: [], version, since },
      { resources: 'secrets', names: ['header:/run/secrets/key'], version, since },
    ];
    const nodes = [node('east', digest), node('north', undefined), node('west', other, { refused })];
    expect(renderEnvoys({ published: digest, lastError: undefined, nodes })).toBe(
      `  Envoy  Has                                      Last poll
  east   the served table                         2026-11-21T06:26:00.000Z
  north  parts of several tables, or another one  2026-11-21T06:26:00.000Z
  west   sha256:bbbbbbbbbbbb                      2026-11-21T06:26:00.000Z

Envoy west has refused version ${version} of its clusters since 2026-11-21T06:25:42.000Z; its own log has the reason.
Envoy west has refused version ${version} of its secrets (header:/run/secrets/key) since 2026-11-21T06:25:42.000Z; its own log has the reason.
`,
    );
  });

  test('are shown with what they answer by', () => {
    const third: Digest = `sha256:${'c'.repeat(64)}`;
    const nodes = [
      node('east', other, { restricted: { digest: third, by: digest } }),
      node('north', undefined, { removalsWait: true }),
      node('west', other, { restricted: { digest: undefined, by: third }, removalsWait: true }),
    ];
    expect(renderEnvoys({ published: digest, lastError: undefined, nodes })).toBe(
      `  Envoy  Has                                      Last poll
  east   sha256:bbbbbbbbbbbb, restricted          2026-11-21T06:26:00.000Z
  north  parts of several tables, or another one  2026-11-21T06:26:00.000Z
  west   sha256:bbbbbbbbbbbb, restricted          2026-11-21T06:26:00.000Z

Envoy east answers by the table ${third}: the one that it has accepted, without what the served table takes away.
Envoy north still allows what the served table takes away, until it accepts that table: the table by which it answers is not known here.
Envoy west answers by the table that it has accepted, without what ${third} takes away.
Envoy west still allows what the served table takes away, until it accepts that table: the table by which it answers is not known here.
`,
    );
  });

  test('are said to be missing, and to get an earlier table', () => {
    const lastError = 'Api DogPark/v1: Envoy does not validate responses.';
    expect(renderEnvoys({ published: other, lastError, nodes: [] })).toBe(
      `Envoys get ${other}, not the served table: Api DogPark/v1: Envoy does not validate responses.
No Envoy has polled it in the last ten minutes.
`,
    );
    expect(renderEnvoys({ published: undefined, lastError, nodes: [node('east', undefined)] })).toBe(
      `  Envoy  Has                                      Last poll
  east   parts of several tables, or another one  2026-11-21T06:26:00.000Z

Envoys get no table: Api DogPark/v1: Envoy does not validate responses.
`,
    );
  });
});

test('reports that the difference cannot be determined', () => {
  const difference = { reason: 'The gateway does not show its table: it returned 500.' };
  const relation = { kind: 'apart', behind: 1, ahead: 2 } as const;
  expect(below({ version: '0.1.0', relation, difference })).toBe(
    'It has 2 commits that origin/main does not have, and lacks 1 commit of it.\n\n' +
      'The difference cannot be shown: The gateway does not show its table: it returned 500.\n',
  );
});

test('a person is shown as many changes as can be read, a program all', () => {
  const many = Array.from({ length: 60 }, (_, subject) =>
    Array.from({ length: 20 }, (__, index) =>
      change(`Change ${index}.`, { subject: { kind: 'Tier', name: `tier-${subject}` } }),
    ),
  ).flat();
  const text = render({ difference: { changes: many } });
  expect(text.match(/^ {2}~ Change/gm)).toHaveLength(50 * 15);
  expect(text.match(/^ {2}and 5 more$/gm)).toHaveLength(50);
  expect(text).toMatch(/\n\nand 10 more that differ\n$/);
  const json = JSON.parse(renderStatusJson({ ...report, difference: { changes: many } })) as {
    readonly changes: readonly Change[];
  };
  expect(json.changes).toEqual(many);
});

test('a program gets everything in one format', () => {
  expect(JSON.parse(renderStatusJson(report))).toEqual({
    format: 1,
    url: report.url,
    running: {
      digest,
      deployment: 'production',
      loadedAt: '2026-11-21T06:25:31.302Z',
      apis: 12,
      version: '0.1.0',
      tableFormat: 5,
      restartNeeded: [],
      heldBack: [],
    },
    expected: report.expected,
    same: false,
    relation: { kind: 'behind', behind: 3, ahead: 0 },
    changes,
  });
  const reason = 'No.';
  expect(JSON.parse(renderStatusJson({ ...report, difference: { reason } }))).toMatchObject({
    changes: null,
    reason,
  });
  const { difference: _, ...same } = report;
  expect(JSON.parse(renderStatusJson({ ...same, isSame: true }))).toMatchObject({ same: true, changes: [] });
});
