import { describe, expect, test } from 'vitest';
import type { PlanVerdict } from '#compiler/plan/approvals/apply-approvals.ts';
import type { Change } from '#compiler/plan/change.ts';
import type { ExampleEdit } from '#compiler/rule/define-rule.ts';
import { editApi, editDefinition, editSubscription } from '#compiler/rule/example-edits.ts';
import { compare } from '#pipeline/compare.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { describeFinding } from './compare-files.ts';
import { approving, changeOf, evaluateEdits, stateChange } from './evaluate-edits.ts';

const retire = editApi('published', 'retired');
const unsubscribe: ExampleEdit = { file: 'apis/dog_park/v1/subscriptions.yaml', isGone: true };
const retired = stateChange('published', 'retired');
const file = 'gatewright-approvals.yaml';

function briefly({ findings, approved }: PlanVerdict) {
  return {
    findings: findings.map(({ code, severity, changes }) => ({ code, severity, changes })),
    approved: approved.map(({ finding, reason, approvedBy }) => `${finding.code}: ${reason}, ${approvedBy}`),
  };
}

describe('a finding', () => {
  const forbidden = { code: 'lifecycle-order', severity: 'error', changes: [retired.fingerprint] };

  test('names the fingerprint of its change', async () => {
    const verdict = await evaluateEdits([], [retire, unsubscribe], [retired]);
    expect(briefly(verdict)).toEqual({ findings: [forbidden], approved: [] });
  });

  test('is let pass where its change is approved, with the reason and who says so', async () => {
    const approval = approving(['lifecycle-order', retired.fingerprint]);
    const verdict = await evaluateEdits([], [retire, unsubscribe, approval], [retired]);
    expect(briefly(verdict)).toEqual({
      findings: [],
      approved: ['lifecycle-order: nobody ever called it, platform-team'],
    });
    expect(verdict.approved.map(({ finding }) => describeFinding(finding))).toEqual([
      'apis/dog_park/v1/api.yaml:5:8 DogPark/v1 goes from published to retired, but deprecated comes first.',
    ]);
  });

  test.each<[string, Change, string, string]>([
    ['from what it changes', stateChange('created', 'retired'), 'created', 'retired'],
    ['into what it changes', stateChange('retired', 'created'), 'retired', 'created'],
  ])('is forbidden again as soon as it alters %s', async (_, altered, before, after) => {
    const base = [editApi('published', before), unsubscribe];
    const approval = approving(['lifecycle-order', retired.fingerprint]);
    const { findings, approved } = await evaluateEdits(base, [editApi(before, after), approval], [altered]);
    expect(approved).toEqual([]);
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'error lifecycle-order',
      'warning approval-unused',
    ]);
  });

  test('is forbidden where only another rule has been let pass', async () => {
    const approval = approving(['removed-without-deprecation', retired.fingerprint]);
    const { findings, approved } = await evaluateEdits([], [retire, unsubscribe, approval], [retired]);
    expect([findings.map(({ code }) => code), approved]).toEqual([
      ['lifecycle-order', 'approval-unused'],
      [],
    ]);
  });

  test('is forbidden for good where no change is known that it is about', async () => {
    const { findings } = await evaluateEdits([], [retire, unsubscribe]);
    expect(findings.map(({ code, changes }) => [code, changes])).toEqual([['lifecycle-order', []]]);
  });
});

describe('a finding of several changes', () => {
  const gone = changeOf({
    id: 'api-removed',
    action: 'remove',
    subject: { kind: 'Api', name: 'DogPark/v1' },
  });
  const fresh = changeOf({ id: 'api-added', action: 'add', subject: { kind: 'Api', name: 'CatPark/v1' } });
  const rename = [editApi('DogPark', 'CatPark'), editSubscription('DogPark/v1', 'CatPark/v1')];
  const rule = 'api-identity-immutable';

  async function fingerprintOf(head: readonly ExampleEdit[], changes: readonly Change[]): Promise<string> {
    const { findings } = await evaluateEdits([], head, changes);
    const [change, ...others] = findings.find(({ code }) => code === rule)?.changes ?? [];
    expect(others).toEqual([]);
    return change ?? '';
  }

  test('is let pass by one fingerprint of all', async () => {
    const fingerprint = await fingerprintOf(rename, [gone, fresh]);
    expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
    expect([gone.fingerprint, fresh.fingerprint]).not.toContain(fingerprint);
    const head = [...rename, approving([rule, fingerprint])];
    expect(briefly(await evaluateEdits([], head, [gone, fresh]))).toEqual({
      findings: [],
      approved: [`${rule}: nobody ever called it, platform-team`],
    });
  });

  test('changes when one of them changes, or the content of an added API', async () => {
    const otherwise = changeOf({ ...fresh, after: { state: 'created' } });
    const fingerprints = [
      await fingerprintOf(rename, [gone, fresh]),
      await fingerprintOf(rename, [gone, otherwise]),
      await fingerprintOf([...rename, editDefinition('Lists the dogs', 'Lists the cats')], [gone, fresh]),
      await fingerprintOf([...rename, editApi('dogs.internal', 'cats.internal')], [gone, fresh]),
    ];
    expect(new Set(fingerprints).size).toBe(4);
  });
});

describe('an approval that nothing needs', () => {
  const [one, other] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string];
  const lines = ({ findings }: PlanVerdict) =>
    findings.map((each) => `${each.severity} ${describeFinding(each)}`);
  const unfit = (line: number) =>
    `warning ${file}:${line}:11 lifecycle-order has no finding with this fingerprint, so this approval has no effect.`;

  test('is reported where it was added', async () => {
    const head = [approving(['lifecycle-order', one], ['lifecycle-order', other])];
    expect(lines(await evaluateEdits([], head))).toEqual([unfit(1), unfit(5)]);
  });

  test('is mentioned where it was there before, once for all of them', async () => {
    const base = [approving(['lifecycle-order', one], ['needless-version', other])];
    expect(lines(await evaluateEdits(base, []))).toEqual([
      `info ${file}:1:3 2 approvals, starting with this one, are no longer needed.`,
    ]);
    expect(lines(await evaluateEdits([approving(['lifecycle-order', one])], []))).toEqual([
      `info ${file}:1:3 This approval is no longer needed.`,
    ]);
  });

  test('is not reported after it was removed', async () => {
    const base = [approving(['lifecycle-order', one])];
    expect(lines(await evaluateEdits(base, [{ file, isGone: true }]))).toEqual([]);
  });

  test('was given beforehand where its change comes later', async () => {
    const base = [approving(['lifecycle-order', retired.fingerprint])];
    expect(briefly(await evaluateEdits(base, [retire, unsubscribe], [retired]))).toEqual({
      findings: [],
      approved: ['lifecycle-order: nobody ever called it, platform-team'],
    });
  });
});

describe('a file of approvals has an error', () => {
  const entry = {
    change: '0123456789abcdef0123456789abcdef',
    rule: 'lifecycle-order',
    reason: 'It is old.',
    approvedBy: 'platform-team',
  };
  const write = (fields: object) => `- ${JSON.stringify({ ...entry, ...fields })}\n`;

  async function load(content: string): Promise<readonly string[]> {
    const tree = memorySourceTree({ ...cleanSources, [file]: content });
    const { head } = await compare(tree, tree, 'gateway.config.yaml', 'production');
    expect(head.compiled === undefined).toBe(head.diagnostics.length > 0);
    return head.diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
  }

  test('nowhere where each entry has its four fields', async () => {
    expect(await load(write({}) + write({ rule: 'needless-version' }))).toEqual([]);
    expect(await load('')).toEqual([]);
  });

  test.each([
    ['without a reason', write({ reason: undefined }), 'missing-field `reason` is missing from an entry.'],
    [
      'with an empty reason',
      write({ reason: ' ' }),
      'invalid-value `reason` does not have the required form.',
    ],
    [
      'without who says so',
      write({ approvedBy: undefined }),
      'missing-field `approvedBy` is missing from an entry.',
    ],
    [
      'with a short fingerprint',
      write({ change: '0123' }),
      'invalid-value `change` does not have the required form.',
    ],
    ['with a number', write({ change: 1234567890 }), 'invalid-value `change` must be a string.'],
    [
      'with a rule that approvals have nothing to do with',
      write({ rule: 'path-plural' }),
      `invalid-value \`rule\` must be one of api-identity-immutable, breaking-change-in-version, breaking-setting-in-version, gateway-address-changed, needless-version, live-versions-rise, lifecycle-order, removed-without-deprecation, sunset-brought-forward, new-subscription-to-deprecated-api.`,
    ],
    [
      'with a field of another name',
      write({ until: '2027-01-01' }),
      'unknown-field `until` is not a field of an entry.',
    ],
    ['that is no entry', '- yes\n', 'invalid-value This is not a valid entry.'],
    ['that is no list', 'change: x\n', 'invalid-value A file of approvals must contain one list of entries.'],
    [
      'of two documents',
      `${write({})}---\n${write({})}`,
      'invalid-value A file of approvals must contain one list of entries.',
    ],
  ])('%s', async (_, content, message) => {
    expect(await load(content)).toEqual([`error ${message}`]);
  });
});
