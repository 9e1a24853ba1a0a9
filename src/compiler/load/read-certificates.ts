import { normalize } from 'node:path/posix';
import type { SourceTree } from '#source/source-tree.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';

/** The size limit, far above the size of any certificate. */
const maxBytes = 65_536;

/**
 * Reads the certificates of SAML providers from files of the tree. Returns their texts by the path in the declaration;
 * unreadable files are omitted.
 */
export async function readCertificates(
  tree: SourceTree,
  { identityProviders }: Pick<Workspace, 'identityProviders'>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { value } of identityProviders) {
    for (const { fromFile } of value.type === 'saml' ? value.certificates : []) {
      if (fromFile === undefined) continue;
      const read = await tree.read(normalize(fromFile), maxBytes);
      if (read.ok) texts.set(fromFile, read.text);
    }
  }
  return texts;
}
