import { unpackTable } from '#compiled/compiled.ts';
import { type Builder, createBuilder } from '#pipeline/create-builder.ts';
import { Isolation } from '#pipeline/isolate/isolation.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';

export type Files = Readonly<Record<string, string>>;

/** A gateway without sockets: each state of its sources is served as far as it can be. */
export function openIsolating(
  earlier: ConstructorParameters<typeof Isolation>[0] = async () => ({
    sources: undefined,
    withheld: { newest: new Map() },
  }),
  observe: (builder: Builder) => Builder = (builder) => builder,
) {
  let files: Files = {};
  const tree: SourceTree = {
    list: (patterns) => memorySourceTree(files).list(patterns),
    read: (path, maxBytes) => memorySourceTree(files).read(path, maxBytes),
  };
  const builder = observe(createBuilder(tree, 'gateway.config.yaml', 'production'));
  const isolation = new Isolation(earlier);
  return async (next: Files) => {
    files = next;
    const { newest, served, held } = await isolation.build(builder, 'gateway.config.yaml', 'all');
    isolation.accept();
    const errors = newest.diagnostics.filter(({ severity }) => severity === 'error');
    return {
      table: served && unpackTable(served.table),
      held: [...held.keys()].toSorted(),
      errors: errors.map(({ at, code, message }) => `${at.file}:${at.line} ${code} ${message}`),
    };
  };
}
