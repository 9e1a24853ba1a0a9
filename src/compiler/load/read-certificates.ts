import { normalize } from 'node:path/posix';
import type { SourceTree } from '#source/source-tree.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';

/** No certificate is near as large. */
const maxBytes = 65_536;

/** The certificates of SAML providers that are files of a tree, by the path that a declaration names them by. */
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
