import type { OperationNode } from '../../openapi/model.ts';

/** Whether calls of an operation need credentials, by its document: `none` if it lists a way without any. */
export type DocumentedSecurity = 'required' | 'none' | 'unspecified';

/** What the document requires of the calls of an operation. */
export function documentedSecurity({
  security,
  securityPointer,
  pointer,
}: OperationNode): DocumentedSecurity {
  if (securityPointer === pointer) return 'unspecified';
  return security.length === 0 || security.some(({ size }) => size === 0) ? 'none' : 'required';
}
