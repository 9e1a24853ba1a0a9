import type { DriftCounts, OperationCounts } from '#compiled/report/api-report.ts';
import type { ApiReport } from '#compiled/report/api-report.ts';
import { countFindings } from './count-findings.ts';
import type { FoundDiagnostic } from './found-diagnostic.ts';
import type { ReportTotals } from './report.ts';

/** The sums of some APIs, whose findings are `found`, each once. */
export function addUp(apis: readonly ApiReport[], found: Iterable<FoundDiagnostic>): ReportTotals {
  const drift = addDrift(apis);
  return {
    apis: new Set(apis.map(({ name }) => name)).size,
    versions: countStates(apis),
    findings: countFindings(found),
    operations: addOperations(apis),
    subscriptions: sum(apis, ({ subscribers }) => subscribers.length),
    missingEndpoints: sum(apis, ({ missingEndpoints }) => missingEndpoints.length),
    ...(drift && { drift }),
  };
}

const states = ['created', 'published', 'deprecated', 'blocked', 'retired'] as const;

function countStates(apis: readonly ApiReport[]): ReportTotals['versions'] {
  const byState = Map.groupBy(apis, ({ state }) => state);
  return Object.fromEntries(
    states.flatMap((state) => {
      const count = byState.get(state)?.length ?? 0;
      return count === 0 ? [] : [[state, count]];
    }),
  );
}

function addOperations(apis: readonly ApiReport[]): OperationCounts {
  const add = (key: keyof OperationCounts) => sum(apis, ({ operations }) => operations?.[key] ?? 0);
  return {
    all: add('all'),
    described: add('described'),
    withBodies: add('withBodies'),
    withExamples: add('withExamples'),
  };
}

function addDrift(apis: readonly ApiReport[]): DriftCounts | undefined {
  if (!apis.some(({ drift }) => drift)) return undefined;
  const add = (key: keyof DriftCounts) => sum(apis, ({ drift }) => drift?.[key] ?? 0);
  return { request: add('request'), response: add('response') };
}

function sum<T>(items: readonly T[], countOf: (item: T) => number): number {
  return items.reduce((total, item) => total + countOf(item), 0);
}
