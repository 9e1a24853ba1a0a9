import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { objectTypeAt } from './object-type.ts';

/** Whether a path leads to an item of `security` in the document or in an operation. */
export function isSecurity(parents: readonly string[]): boolean {
  if (parents.at(-1) !== '*' || parents.at(-2) !== 'security') return false;
  return parents.length === 2 || objectTypeAt(parents.slice(0, -2)) === 'Operation';
}

/** The path to the security schemes of a document. */
export function schemesSection(version: OpenapiVersion): readonly string[] {
  return version === '2.0' ? ['securityDefinitions'] : ['components', 'securitySchemes'];
}

/**
 * A key of a path as the OpenAPI grammar expects it: an index for an item of a list, which the cursor's path writes as
 * `*`.
 */
export function toIndex(key: string): string {
  return key === '*' ? '0' : key;
}
