import type { ContractChangeId } from '../../contract-change-kinds.ts';
import type { OperationPair } from '../../pairs/operation-pair.ts';
import type { ContractHeader } from './read-header.ts';
import type { Direction } from '../../keywords/facts/schema-fact.ts';
import { isSameInText, listsOf } from '../../sent-as-text/sent-value.ts';

interface HeaderPair {
  readonly old: ContractHeader;
  readonly now: ContractHeader;
  readonly direction: Direction;
}

const kinds = {
  request: { required: 'parameter-became-required', optional: 'parameter-became-optional' },
  response: { required: 'response-header-became-required', optional: 'response-header-became-optional' },
} as const;

/** Compares a header of a response, or of a part of a body, on both sides. */
export function compareHeader(pair: OperationPair, path: string, { old, now, direction }: HeaderPair): void {
  compareNeeds(pair, path, { old, now, direction });
  const texts = { base: old.text, head: now.text };
  const isSame = old.style === now.style || isSameInText(old, now, { direction, ignoresEmpty: false });
  if (!isSame) {
    const [before, after] = [old.style, now.style];
    const detail = { before, after, part: 'serialization', what: `changed from ${before} to ${after}` };
    const id = `${direction}-representation-changed` as const;
    pair.report({ ...detail, id, action: 'change', path, at: placesOf(old, now) });
  }
  pair.compareDocumentation(path, old, now);
  pair.compareSchemas(path, old, now, direction, {
    lists: listsOf(old, now),
    ...(isSame && { texts: new Map([['', texts]]) }),
  });
}

function compareNeeds(pair: OperationPair, path: string, { old, now, direction }: HeaderPair): void {
  if (old.required === now.required) return;
  const need = now.required ? 'required' : 'optional';
  const id: ContractChangeId = kinds[pair.partIn(direction)][need];
  pair.report({ id, action: 'change', path, at: placesOf(old, now), what: `became ${need}` });
}

function placesOf(old: ContractHeader, now: ContractHeader) {
  return { base: old.pointer, head: now.pointer };
}
