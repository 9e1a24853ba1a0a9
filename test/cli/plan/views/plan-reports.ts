import * as fc from 'fast-check';
import type { LocatedChange, PlanFinding, PlanReport } from '#cli/plan/plan-report.ts';
import type { HumanViewContext } from '#cli/lint/views/frames.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { diagnosticAt, hostileText } from '../../lint/views/lint-reports.ts';

/** How a plan is shown by default. */
export const plainContext: HumanViewContext = {
  sources: { text: () => 'kind: Api\nname: DogPark\n' },
  show: (file) => `gateway/${file}`,
  paint: (_, text) => text,
};

export function placeAt(file: string, line: number): SourceLocation {
  return { file, line, column: 3, endLine: line, endColumn: 9, pointer: '/x' };
}

/** A compatible change of an API in line 7 of its declaration, except for the given fields. */
export function changeOf(more: Partial<LocatedChange> = {}): LocatedChange {
  return {
    id: 'some-change',
    action: 'change',
    subject: { kind: 'Api', name: 'DogPark/v1' },
    path: 'state',
    message: 'Something changed.',
    at: {},
    affected: [],
    fingerprint: '0123456789abcdef0123456789abcdef',
    locations: { head: placeAt('api.yaml', 7) },
    ...more,
  };
}

export function findingOf(more: Partial<PlanFinding> = {}): PlanFinding {
  return diagnosticAt(3, 7, 12, {
    code: 'breaking-change-in-version',
    message: 'GET /dogs was removed.',
    help: 'Make a new version for it.',
    ...more,
  });
}

export function planOf(changes: readonly LocatedChange[], more: Partial<PlanReport> = {}): PlanReport {
  return {
    deployments: [{ name: 'production', base: `sha256:${'b'.repeat(64)}`, head: `sha256:${'a'.repeat(64)}` }],
    removedDeployments: [],
    base: { name: 'origin/main', commit: 'b'.repeat(40) },
    head: { name: 'the working tree' },
    changes,
    findings: [],
    approved: [],
    ...more,
  };
}

/** A plan of two states with the same route tables. */
export function unchanged(changes: readonly LocatedChange[], more: Partial<PlanReport> = {}): PlanReport {
  return planOf(changes, { deployments: [{ name: 'production' }], ...more });
}

const walker = { application: 'DogWalker', owner: 'ada@example.edu' };
const sync = { application: 'Sync', owner: 'parks-team' };

const gone = changeOf({
  id: 'operation-removed',
  action: 'remove',
  path: 'operation',
  message: 'GET /dogs was removed.',
  compatibility: 'breaking',
  operations: ['GET /dogs'],
  affected: [
    { ...walker, effect: 'may fail at GET /dogs' },
    { ...sync, effect: 'may fail at GET /dogs' },
  ],
  fingerprint: 'f'.repeat(32),
  locations: { base: placeAt('openapi.yaml', 40) },
});

/** One change of each shape, a finding of each severity, and one that is approved. */
export const fullPlan = planOf(
  [
    changeOf({
      message: 'The state changed.',
      before: 'published',
      after: 'deprecated',
      affected: [{ ...walker, effect: 'gets a notice that DogPark/v1 may be retired' }],
    }),
    changeOf({
      message: 'The property name of the answer is optional.',
      compatibility: 'risky',
      operations: ['DELETE /a', 'GET /a', 'GET /b', 'GET /c', 'PATCH /a', 'POST /a', 'PUT /a'],
      locations: { head: placeAt('openapi.yaml', 9), base: placeAt('openapi.yaml', 8) },
    }),
    changeOf({ message: 'A description changed.', compatibility: 'text', locations: {} }),
    gone,
    changeOf({
      action: 'add',
      subject: { kind: 'Application', name: 'Sync' },
      message: 'The application Sync was added.',
      after: { name: 'Sync', type: 'service' },
      locations: { head: placeAt('applications/sync.yaml', 1) },
    }),
    changeOf({
      subject: { kind: 'Gateway', name: 'Example University' },
      message: 'The limits are others.',
      before: { requests: 1 },
      after: ['x'.repeat(80)],
      locations: { head: placeAt('gateway.config.yaml', 4) },
    }),
    changeOf({
      subject: { kind: 'Tier', name: 'gold' },
      message: 'gold: 1000 → 500 requests a minute.',
      before: 1000,
      after: 500,
      affected: [{ ...walker, effect: 'can make 500 requests a minute of DogPark/v1 instead of 1000' }],
      locations: { head: placeAt('tiers.yaml', 3) },
    }),
  ],
  {
    findings: [
      findingOf({ code: 'needless-version', severity: 'warning', message: 'Nothing breaks in v2.' }),
      findingOf({ changes: [gone.fingerprint], ofChanges: [gone.fingerprint], isInBase: true }),
    ],
    approved: [
      {
        finding: findingOf({ message: 'GET /cats was removed.' }),
        reason: 'Nobody has called it since 2024.',
        approvedBy: 'grace@example.edu',
      },
    ],
  },
);

const anyPlace = fc.option(
  hostileText.map((text) => placeAt(`f${text}`, 3)),
  { nil: undefined },
);

const hostileChange: fc.Arbitrary<LocatedChange> = fc
  .record({
    action: fc.constantFrom('add' as const, 'change' as const, 'remove' as const),
    subject: fc.record({ kind: fc.constantFrom('Api' as const, 'User' as const), name: hostileText }),
    message: hostileText,
    before: fc.jsonValue(),
    after: hostileText,
    compatibility: fc.constantFrom('breaking' as const, 'risky' as const, 'compatible' as const),
    operations: fc.array(hostileText, { maxLength: 7 }),
    affected: fc.array(fc.record({ application: hostileText, owner: hostileText, effect: hostileText }), {
      maxLength: 3,
    }),
    base: anyPlace,
    head: anyPlace,
  })
  .map(({ base, head, before, ...more }) =>
    changeOf({
      ...more,
      before: JSON.parse(JSON.stringify(before)),
      locations: { ...(base && { base }), ...(head && { head }) },
    }),
  );

const hostileFinding: fc.Arbitrary<PlanFinding> = fc
  .record({ code: hostileText, message: hostileText, help: hostileText, place: anyPlace })
  .map(({ place, ...texts }) =>
    findingOf({ ...texts, changes: ['f'.repeat(32)], ...(place && { at: place, isInBase: true }) }),
  );

/** Plans of texts and names that nobody should write. */
export const hostilePlan: fc.Arbitrary<PlanReport> = fc
  .record({
    changes: fc.array(hostileChange, { maxLength: 6 }),
    findings: fc.array(hostileFinding, { maxLength: 3 }),
    approved: fc.array(fc.record({ finding: hostileFinding, reason: hostileText, approvedBy: hostileText }), {
      maxLength: 2,
    }),
    name: hostileText,
  })
  .map(({ changes, name, ...more }) => planOf(changes, { ...more, base: { name, commit: 'b'.repeat(40) } }));
