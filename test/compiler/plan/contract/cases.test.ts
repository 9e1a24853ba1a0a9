import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { contractChangeKinds, type ContractChangeId } from '#compiler/plan/contract/contract-change-kinds.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import type { Evaluation } from './contract-case.ts';
import { readContract } from './read-contract.ts';
import { readPairs, type Pair } from './read-pairs.ts';

const pairs = await readPairs();
const axes = Map.groupBy(pairs, ({ axis }) => axis);

describe.each([...axes])('%s', (_, some) => {
  test.each(some.map((pair) => [titleOf(pair), pair] as const))('%s', async (__, pair) => {
    const [base, head] = await Promise.all([readContract(pair.base), readContract(pair.head)]);
    const changes = diffContracts(base, head);
    expect(describeChanges(changes)).toEqual(pair.changes);
    expect(worstOf(changes)).toBe(pair.evaluation.verdict);
  });
});

function titleOf({ name, direction }: Pair): string {
  return direction ? `${name} (${direction})` : name;
}

function describeChanges(changes: readonly ContractChange[]): readonly string[] {
  return changes.map(({ id, operations }) => `${id} ${operations.join(', ')}`.trim()).toSorted();
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

  test('say why where the verdict is not that of the others, and what the others say unless they are our own', () => {
    expect(pairs.filter(({ evaluation }) => differs(evaluation) && !evaluation.reason).map(titleOf)).toEqual(
      [],
    );
    const withTheirs = pairs
      .filter(({ evaluation }) => evaluation.theirs)
      .map(({ axis, name }) => `${axis}: ${name}`);
    const foreign = pairs.filter(({ from }) => from !== 'own').map(({ axis, name }) => `${axis}: ${name}`);
    expect([...new Set(withTheirs)]).toEqual([...new Set(foreign)]);
  });

  test('are documents of OpenAPI', async () => {
    const documents = pairs.flatMap((pair) => [[pair, pair.base] as const, [pair, pair.head] as const]);
    const found = await Promise.all(
      documents.map(([pair, document]) => explainUnfit(titleOf(pair), document)),
    );
    expect(found.filter((one) => one !== undefined)).toEqual([]);
  });

  test('differ in their two documents where something changes', () => {
    const idle = pairs.filter(({ base, head }) => JSON.stringify(base) === JSON.stringify(head));
    expect(idle.filter(({ name }) => !name.startsWith('nothing changes')).map(titleOf)).toEqual([]);
  });
});

async function explainUnfit(title: string, document: JsonObject): Promise<string | undefined> {
  try {
    await readContract(document);
    return undefined;
  } catch (error) {
    return `${title}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const severities = ['breaking', 'risky', 'compatible', 'text'] as const;

function worstOf(changes: readonly ContractChange[]): string {
  const found = new Set(changes.map(({ compatibility }) => compatibility));
  return severities.find((severity) => found.has(severity)) ?? 'none';
}

function idOf(change: string): ContractChangeId {
  return change.split(' ', 1)[0] as ContractChangeId;
}

function differs({ verdict, theirs }: Evaluation): boolean {
  if (theirs === undefined) return false;
  if (theirs === 'differs') return verdict === 'none';
  if (theirs === 'passes') return verdict === 'breaking' || verdict === 'risky';
  return verdict !== theirs;
}
