import { join, relative, sep } from 'node:path';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { prepareDocuments, type PreparedDocuments } from '#pipeline/documents/prepare-documents.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { overlaySourceTree } from '#source/overlay-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import type { DocumentGroup } from './group-documents.ts';

/** A group whose configuration can be used. */
export type UsableGroup = DocumentGroup & { readonly settings: NonNullable<DocumentGroup['settings']> };

/** Whether the configuration of a group can be used. */
export function isUsable(group: DocumentGroup): group is UsableGroup {
  return group.settings !== undefined;
}

/**
 * Prepares the documents of a group for `check`. `texts` replaces file contents by absolute path. `replace` can change
 * the tree that all files are read from; its root is the reach of the group.
 */
export function openGroup(
  { root, reach, documents, settings }: UsableGroup,
  texts: ReadonlyMap<string, string> = new Map(),
  replace: (tree: SourceTree, pathOf: (file: string) => string) => SourceTree = (tree) => tree,
): PreparedDocuments {
  const written = [...texts].map(([file, text]) => [pathBelow(reach, file), text] as const);
  const tree = overlaySourceTree(diskSourceTree(reach), Object.fromEntries(written));
  return prepareDocuments(
    replace(tree, (file) => pathBelow(reach, file)),
    {
      folder: pathBelow(reach, root),
      documents: documents.map((document) => pathBelow(root, document)),
      settings,
    },
  );
}

/** Converts a path that is relative to `root` to one that is relative to `folder`. */
export function moveBetween(path: string, root: string, folder: string): string {
  return pathBelow(folder, join(root, path));
}

/** Converts the file paths in a finding from `root` to `folder`. */
export function moveDiagnostic(diagnostic: Diagnostic, root: string, folder: string): Diagnostic {
  if (root === folder) return diagnostic;
  const moveAt = <At extends { readonly file: string }>(at: At): At => ({
    ...at,
    file: moveBetween(at.file, root, folder),
  });
  const { at, related, fix } = diagnostic;
  return {
    ...diagnostic,
    at: moveAt(at),
    ...(related && { related: related.map((one) => ({ ...one, at: moveAt(one.at) })) }),
    ...(fix && { fix: { ...fix, steps: fix.steps.map((step) => ({ ...step, at: moveAt(step.at) })) } }),
  };
}

function pathBelow(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}
