import type { CompiledApi } from '#compiled/compiled-api.ts';
import { readOperations } from '../api-page/api-operations.ts';

/** A larger document makes browsers slow, in UTF-16 code units of its JSON. */
const largestDocument = 2_000_000;

const lengths = new WeakMap<CompiledApi, number>();

/** Whether the viewer shows the document of an API by its tags, one at a time. */
export function isShownInParts(api: CompiledApi): boolean {
  const length = lengths.get(api) ?? JSON.stringify(api.contract).length;
  lengths.set(api, length);
  return length > largestDocument && readOperations(api).groups.length > 1;
}

/** The tags of an API; the empty one stands for the operations that have none. */
export function listParts(api: CompiledApi): readonly string[] {
  return readOperations(api).groups.map(({ tag }) => tag ?? '');
}
