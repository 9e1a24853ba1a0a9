import type { JsonObject } from '../../../compiled/json.ts';
import type { ContractChange } from './contract-change.ts';

/** What differs between two OpenAPI documents for those who call the API; nothing where both say the same. */
export function diffContracts(_base: JsonObject, _head: JsonObject): readonly ContractChange[] {
  return [];
}
