import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import { hasFewPaths } from '#openapi/visit-document.ts';
import { referablePartsOf } from '#compiler/workspace/referable-parts.ts';
import { digestSettings, type RememberedDefinition } from '#compiler/workspace/remembered-definition.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';

/** The remembered result of a definition that was linted with the settings of a gateway. */
export function rememberDefinition(
  { files, notices, contract }: Definition,
  sources: Sources,
  gateway: GatewayDeclaration,
  findings: readonly Diagnostic[],
  document: OpenapiDocument = openDocument(contract),
): RememberedDefinition {
  const digests = Object.fromEntries(
    files.flatMap((file) => {
      const digest = sources.digest(file);
      return digest ? [[file, digest] as const] : [];
    }),
  );
  const parts = referablePartsOf(document);
  return { settings: digestSettings(gateway), files: digests, notices, findings, ...parts };
}

/**
 * Returns a function that opens a document for several consecutive uses. A document with many paths is opened again for
 * each use, which saves memory.
 */
export function openerOf({ contract }: Definition): () => OpenapiDocument {
  const document = openDocument(contract);
  return hasFewPaths(document) ? () => document : () => openDocument(contract);
}
