import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { objectTypeAt } from './object-type.ts';

/** Whether a path leads to an item of `security`, of the document or of an operation. */
export function isSecurity(parents: readonly string[]): boolean {
  if (parents.at(-1) !== '*' || parents.at(-2) !== 'security') return false;
  return parents.length === 2 || objectTypeAt(parents.slice(0, -2)) === 'Operation';
}

/** Where the security schemes of a document are. */
export function schemesSection(version: OpenapiVersion): readonly string[] {
  return version === '2.0' ? ['securityDefinitions'] : ['components', 'securitySchemes'];
}

/** A token of a path of keys as the grammar of OpenAPI has it: an item of a list is `*` while somebody types. */
export function toIndex(key: string): string {
  return key === '*' ? '0' : key;
}
