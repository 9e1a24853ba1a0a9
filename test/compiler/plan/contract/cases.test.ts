import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/compiled/json.ts';
import { load } from '../../../../src/compiler/load/load.ts';
import {
  contractChangeKinds,
  type ContractChangeId,
} from '../../../../src/compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '../../../../src/compiler/plan/contract/diff-contracts.ts';
import { cleanSources } from '../../../../src/compiler/rule/clean-sources.ts';
import { memorySourceTree } from '../../../../src/source/memory-source-tree.ts';
import { describeDiagnostics } from '../../describe-diagnostics.ts';
import type { Judgement } from './contract-case.ts';
import { readPairs, type Pair } from './read-pairs.ts';

const pairs = await readPairs();
const axes = Map.groupBy(pairs, ({ axis }) => axis);

describe.each([...axes])('%s', (_, some) => {
  test.each(some.map((pair) => [titleOf(pair), pair] as const))('%s', async (__, pair) => {
    const [base, head] = await Promise.all([contractOf(pair.base), contractOf(pair.head)]);
    expect(describeChanges(base, head)).toEqual(pair.changes);
  });
});

function titleOf({ name, direction }: Pair): string {
  return direction ? `${name} (${direction})` : name;
}

function describeChanges(base: JsonObject, head: JsonObject): readonly string[] {
  const changes = diffContracts(base, head).map(({ id, operations }) =>
    `${id} ${operations.join(', ')}`.trim(),
  );
  return changes.toSorted();
}

/** The document as the gateway reads it, which shows that it is one of OpenAPI. */
async function contractOf(document: JsonObject): Promise<JsonObject> {
  const files = { ...cleanSources, 'apis/dog_park/v1/openapi.yaml': JSON.stringify(document) };
  const { workspace, diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
  expect(describeDiagnostics(diagnostics)).toEqual([]);
  const contract = workspace?.apis[0]?.definition?.contract;
  if (!contract) throw new Error('The document was not read.');
  return contract;
}

describe('the cases', () => {
  test('are enough, and each has a name of its own', () => {
    const names = pairs.map(({ axis, name }) => `${axis}: ${name}`);
    expect(new Set(names).size).toBeGreaterThanOrEqual(150);
    expect(new Set(pairs.map((pair) => `${pair.axis}: ${titleOf(pair)}`)).size).toBe(pairs.length);
  });

  test('name kinds of changes that there are, sorted, and of each there is a case', () => {
    for (const { changes } of pairs) expect(changes).toEqual(changes.toSorted());
    const named = new Set(pairs.flatMap(({ changes }) => changes.map(idOf)));
    expect([...named].toSorted()).toEqual(Object.keys(contractChangeKinds).toSorted());
  });

  test('have the verdict of the worst of their changes', () => {
    const told = pairs.map((pair) => `${titleOf(pair)}: ${pair.judgement.verdict}`);
    expect(told).toEqual(pairs.map((pair) => `${titleOf(pair)}: ${worstOf(pair.changes)}`));
  });

  test('say why where the verdict is not that of the others, and what the others say unless they are our own', () => {
    expect(pairs.filter(({ judgement }) => differs(judgement) && !judgement.reason).map(titleOf)).toEqual([]);
    const withTheirs = pairs
      .filter(({ judgement }) => judgement.theirs)
      .map(({ axis, name }) => `${axis}: ${name}`);
    const foreign = pairs.filter(({ from }) => from !== 'own').map(({ axis, name }) => `${axis}: ${name}`);
    expect([...new Set(withTheirs)]).toEqual([...new Set(foreign)]);
  });

  test('differ in their two documents where something changes', () => {
    const idle = pairs.filter(({ base, head }) => JSON.stringify(base) === JSON.stringify(head));
    expect(idle.map(titleOf)).toEqual(idle.filter(({ name }) => name === 'nothing changes').map(titleOf));
  });
});

const severities = ['breaking', 'risky', 'compatible', 'text'] as const;

function worstOf(changes: readonly string[]): string {
  const found = new Set(changes.map((change) => contractChangeKinds[idOf(change)].compatibility));
  return severities.find((severity) => found.has(severity)) ?? 'none';
}

function idOf(change: string): ContractChangeId {
  return change.split(' ', 1)[0] as ContractChangeId;
}

function differs({ verdict, theirs }: Judgement): boolean {
  switch (theirs) {
    case undefined:
      return false;
    case 'differs':
      return verdict === 'none';
    case 'passes':
      return verdict === 'breaking' || verdict === 'risky';
    default:
      return verdict !== theirs;
  }
}
