import type { Json } from '../../../compiled/json.ts';
import type { Action } from '../change.ts';
import type { ContractChangeId } from './contract-change-kinds.ts';

/** One difference between two OpenAPI documents, as those who call the API see it. */
export interface ContractChange {
  readonly id: ContractChangeId;
  readonly action: Action;
  /** Which part of the operations it reaches, whatever components it stands in: `response 200 body /items/name`. */
  readonly path: string;
  readonly message: string;
  readonly before?: Json;
  readonly after?: Json;
  /** RFC 6901 pointers into the two documents. */
  readonly at: { readonly base?: string; readonly head?: string };
  /** As `GET /dogs`, sorted; none where no operation uses what changes. */
  readonly operations: readonly string[];
}
