import type { Json } from '#compiled/json.ts';
import type { Action, ChangedLimit, Compatibility } from '../change.ts';
import type { ContractChangeId } from './contract-change-kinds.ts';

/** One difference between two OpenAPI documents, from the point of view of callers. */
export interface ContractChange {
  readonly id: ContractChangeId;
  readonly compatibility: Compatibility;
  readonly action: Action;
  /** The affected part of the operations, independent of components: `response 200 body /items/name`. */
  readonly path: string;
  readonly message: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly limit?: ChangedLimit;
  /** RFC 6901 pointers into the two documents. */
  readonly at: { readonly base?: string; readonly head?: string };
  /** As `GET /dogs`, sorted; empty if no operation is affected. */
  readonly operations: readonly string[];
}
