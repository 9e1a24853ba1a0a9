import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { readPublicDocument } from '../../../public-documents.ts';
import { full } from '../../../full-run.ts';
import { catalogue, editAtRandom, type ExpectedChange } from './edit-catalogue.ts';
import { pickFrom } from './pick-from.ts';

const largest = ['github.com/api.github.com', 'kubernetes.io'];
const seeds = [1, 2, 3];

describe('random edits of public documents', full, () => {
  const tried = new Set<string>();

  test.each(largest)('each of 100 edits of %s is found', (name) => {
    const text = readPublicDocument(name);
    for (const seed of seeds) {
      const head = JSON.parse(text) as JsonObject;
      const expected = editAtRandom(head, 100, pickFrom(seed));
      const changes = diffContracts(JSON.parse(text) as JsonObject, head);
      expect(expected.filter((edit) => !isFound(edit, changes))).toEqual([]);
      for (const { edit } of expected) tried.add(edit);
    }
  });

  test('every edit of the catalogue was made', () => {
    expect(catalogue.filter((edit) => !tried.has(edit))).toEqual([]);
  });
});

function isFound({ ids, pointer }: ExpectedChange, changes: readonly ContractChange[]): boolean {
  return changes.some(({ id, at }) => ids.includes(id) && (at.base === pointer || at.head === pointer));
}
