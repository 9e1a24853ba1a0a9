import { expect, test } from 'vitest';
import type { Change, ChangeLocation } from '#compiler/plan/change.ts';
import { locateChange } from '#compiler/plan/history/locate-change.ts';
import { type Side, compare } from '#pipeline/compare.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { cleanRepository } from './clean-repository.ts';
import { declarationCases, type DeclarationCase } from './declaration-cases.ts';
import { writeRepository } from './family/repository.ts';

type Texts = Readonly<Record<string, string>>;

/** The location of a change on a side, and the text there. */
function describeLocation(
  { subject }: Change,
  at: ChangeLocation | undefined,
  { workspace }: Side,
  texts: Texts,
): string {
  if (!at) return 'nowhere';
  const location = workspace && locateChange(subject, at, workspace);
  if (!location) return 'not found';
  const line = texts[location.file]?.split('\n')[location.line - 1];
  return `${location.file}:${location.line} ${line?.trim()}`;
}

async function describeCase({ id, title, first, edit }: DeclarationCase): Promise<string> {
  const repository = first ? first(cleanRepository) : cleanRepository;
  const [base, head] = [writeRepository(repository), writeRepository(edit(repository))];
  const compared = await compare(
    memorySourceTree(base),
    memorySourceTree(head),
    'gateway.config.yaml',
    'production',
  );
  const locations = compared.plan?.changes.map((change) => [
    `  ${describeLocation(change, change.at.base, compared.base, base)}`,
    `  ${describeLocation(change, change.at.head, compared.head, head)}`,
  ]);
  return [`${id}, ${title}`, ...(locations ?? []).flat()].join('\n');
}

test('every change points at what was edited, on each side that has it', async () => {
  const described = await Promise.all(declarationCases.map(describeCase));
  expect(described.filter((text) => text.includes('not found'))).toEqual([]);
  await expect(`${described.join('\n')}\n`).toMatchFileSnapshot('change-locations.golden.txt');
});
