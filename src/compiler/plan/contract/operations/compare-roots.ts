import { pick } from '#compiled/json.ts';
import type { ChangeCollector } from '../pairs/change-collector.ts';
import type { ContractSides } from '../schemas/contract-side.ts';

/** Compares the documentation of the API. Servers count as documentation, since callers call the gateway instead. */
export function compareRoots(
  { base: { document: before }, head: { document: after } }: ContractSides,
  collector: ChangeCollector,
): void {
  const names = Object.keys({ ...before.root, ...after.root }).toSorted();
  const documented = names
    .filter((name) => /^(info|tags|externalDocs|x-.*)$/.test(name))
    .map((name) => [name]);
  if (before.isSwagger === after.isSwagger) documented.push(['servers', 'host', 'basePath', 'schemes']);
  for (const together of documented) {
    const [base, head] = [before.root, after.root].map((root) => ({
      documentation: pick(root, together),
      pointer: '',
    }));
    if (base && head) collector.addDocumentation(undefined, '', base, head);
  }
}
