import { applyExampleEdits } from '#compiler/rule/example-edits.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { ExampleEdit } from '#compiler/rule/define-rule.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { compare, type Comparison } from '#pipeline/compare.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

type Files = Readonly<Record<string, string>>;

/** Compares two states of some files. Throws if one of them does not compile. */
export async function compareFiles(
  base: Files,
  head: Files,
): Promise<Comparison & Required<Pick<Comparison, 'plan'>>> {
  const [before, after] = [memorySourceTree(base), memorySourceTree(head)];
  const { plan, ...sides } = await compare(before, after, 'gateway.config.yaml', 'production');
  if (plan) return { ...sides, plan };
  const wrong = [...sides.base.diagnostics, ...sides.head.diagnostics].map(describeFinding);
  throw new Error(`They cannot be compared: ${wrong.join('\n')}`);
}

/** Compares the clean sources after some edits with those after some more. */
export function compareEdits(base: readonly ExampleEdit[], head: readonly ExampleEdit[]) {
  const before = applyExampleEdits(cleanSources, base);
  return compareFiles(before, applyExampleEdits(before, head));
}

/** `file:line:column message`. */
export function describeFinding({ at, message }: Diagnostic): string {
  return `${at.file}:${at.line}:${at.column} ${message}`;
}
