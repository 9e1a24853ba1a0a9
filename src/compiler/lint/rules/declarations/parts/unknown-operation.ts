import { apiKey } from '#compiled/api-key.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

/**
 * Describes an entry of an API that names no operation of its document; `otherwise` is the help if no name is similar.
 */
export function unknownOperation(
  { value }: DeclaredApi,
  name: string,
  known: readonly string[],
  otherwise: string,
): Omit<Finding, 'at'> {
  return {
    part: 'key',
    // Only a warning: removing an operation from the document leaves such an entry.
    atMost: 'warning',
    message: `${apiKey(value)} has no operation \`${name}\`.`,
    help: suggestName(name, known, otherwise),
  };
}
