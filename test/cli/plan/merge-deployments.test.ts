import { expect, test } from 'vitest';
import type { EvaluatedDeployment } from '#cli/plan/evaluate-deployment.ts';
import { mergeApproved, mergeChanges, mergeFindings } from '#cli/plan/merge-deployments.ts';
import { changeOf, findingOf } from './views/plan-reports.ts';

function deploymentOf(deployment: string, more: Partial<EvaluatedDeployment> = {}): EvaluatedDeployment {
  return { deployment, isNew: false, changes: [], findings: [], approved: [], ...more };
}

const [one, other] = [changeOf({ fingerprint: '1' }), changeOf({ fingerprint: '2' })];
const gateway = changeOf({ subject: { kind: 'Gateway', name: 'Example' }, fingerprint: '3' });

test('a change of all deployments is there once, and others with their deployments', () => {
  const all = [
    deploymentOf('production', { changes: [one] }),
    deploymentOf('qa', { changes: [one, other] }),
    deploymentOf('test', { changes: [one, other] }),
  ];
  expect(mergeChanges(all)).toEqual([one, { ...other, deployments: ['qa', 'test'] }]);
});

test('a new API is there once, with where its calls go in each of its deployments', () => {
  const goTo = (deployment: string, production: string, sandbox?: string) =>
    deploymentOf(deployment, {
      changes: [
        changeOf({
          callsGoTo: [
            { keySet: 'production', urls: [production] },
            ...(sandbox === undefined ? [] : [{ keySet: 'sandbox' as const, urls: [sandbox] }]),
          ],
        }),
      ],
    });
  const all = [goTo('production', 'a', 's'), goTo('qa', 'b', 's'), goTo('test', 'b')];
  const merged = changeOf({
    callsGoTo: [
      { keySet: 'production', urls: ['a'], deployments: ['production'] },
      { keySet: 'production', urls: ['b'], deployments: ['qa', 'test'] },
      { keySet: 'sandbox', urls: ['s'], deployments: ['production', 'qa'] },
    ],
  });
  expect(mergeChanges(all)).toEqual([merged]);
  const some = [deploymentOf('production'), goTo('qa', 'b'), goTo('test', 'b')];
  const callsGoTo = [{ keySet: 'production' as const, urls: ['b'] }];
  expect(mergeChanges(some)).toEqual([changeOf({ callsGoTo, deployments: ['qa', 'test'] })]);
});

test('of a new deployment beside others only its own settings are there', () => {
  const added = deploymentOf('qa', { isNew: true, changes: [one, gateway] });
  expect(mergeChanges([deploymentOf('production'), added])).toEqual([{ ...gateway, deployments: ['qa'] }]);
  expect(mergeChanges([added])).toEqual([one, gateway]);
});

test('an approval is unused if no deployment uses it', () => {
  const [unused, found] = [findingOf({ code: 'approval-unused' }), findingOf()];
  const all = [
    deploymentOf('production', { findings: [unused, found] }),
    deploymentOf('qa', { findings: [unused] }),
  ];
  expect(mergeFindings(all)).toEqual([unused, { ...found, deployments: ['production'] }]);
  expect(mergeFindings([...all, deploymentOf('test')])).toEqual([{ ...found, deployments: ['production'] }]);
});

test('a finding has the fingerprint of each deployment', () => {
  const all = ['1', '2', '1'].map((change, index) =>
    deploymentOf(`d${index}`, { findings: [findingOf({ changes: [change] })] }),
  );
  expect(mergeFindings(all)).toEqual([findingOf({ changes: ['1', '2'] })]);
});

test('an approved finding is there once', () => {
  const approved = [{ finding: findingOf(), reason: 'unused', approvedBy: 'platform' }];
  const all = [deploymentOf('production', { approved }), deploymentOf('qa', { approved })];
  expect(mergeApproved(all)).toEqual(approved);
});

test('equal findings of one deployment stay two', () => {
  const findings = [findingOf(), findingOf()];
  expect(mergeFindings([deploymentOf('production', { findings })])).toEqual(findings);
});
