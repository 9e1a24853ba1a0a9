import type { Json } from '../../../compiled/json.ts';
import { sameJson } from '../../../compiled/same-json.ts';
import { appendPointer } from '../../../source/place.ts';
import { omit, type ContractDocument } from './contract-document.ts';
import { ChangeCollector } from './change-collector.ts';
import type { ContractSide } from './contract-side.ts';
import type { SchemaComparer } from './schemas/schema-comparer.ts';
import { readOperations } from './read-operations.ts';
import { webhooksOf } from './compare-operations.ts';
import { referencesIn } from './unchanged-parts.ts';

/** Components that no operation uses: what changes in them changes nothing for callers. */
export function compareUnusedComponents(
  sides: { readonly base: ContractSide; readonly head: ContractSide },
  comparer: SchemaComparer,
  collector: ChangeCollector,
): void {
  const [base, head] = [sides.base.document, sides.head.document];
  const saysTheSame = (old: Component, now: Component): boolean => {
    if (sameJson(old.value, now.value)) return true;
    if (!/^\/(components\/schemas|definitions)\//.test(old.pointer)) return false;
    const found = new ChangeCollector(comparer, base, head);
    const [before, after] = [
      sides.base.nodes.nodeOf(old.value, old.pointer),
      sides.head.nodes.nodeOf(now.value, now.pointer),
    ];
    found.addSchemas('', '', { base: before, head: after, direction: 'request' });
    return found.all.length === 0;
  };
  const [allBefore, allAfter] = [all(base), all(head)];
  const [before, after] = [unused(allBefore, base), unused(allAfter, head)];
  for (const [name, old] of before) {
    const { pointer } = old;
    const now = after.get(name);
    const change = { path: name, at: { base: pointer, ...(now && { head: now.pointer }) } };
    if (now && !saysTheSame(old, now))
      collector.add(undefined, {
        ...change,
        id: 'unused-component-changed',
        action: 'change',
        what: 'changed',
      });
    else if (!now && !allAfter.has(name))
      collector.add(undefined, { ...change, id: 'unused-component-removed', action: 'remove', what: 'gone' });
  }
  for (const [name, { pointer }] of after) {
    if (before.has(name) || allBefore.has(name)) continue;
    const at = { head: pointer };
    collector.add(undefined, { id: 'unused-component-added', action: 'add', path: name, what: 'new', at });
  }
}

interface Component {
  readonly value: Json | undefined;
  readonly pointer: string;
}

const swaggerFolders = ['definitions', 'parameters', 'responses', 'securityDefinitions'];

/** Those of a document by folder and name; path items stand in their places already. */
function all(document: ContractDocument): ReadonlyMap<string, Component> {
  const root = { value: document.root, pointer: '' };
  const components = document.member(root, 'components');
  const folders = document.isSwagger
    ? swaggerFolders.flatMap((name) => document.member(root, name) ?? [])
    : [...document.members(components)]
        .filter(([name]) => name !== 'pathItems' && !name.startsWith('x-'))
        .map(([, folder]) => folder);
  return new Map(
    folders.flatMap(({ value, pointer }) =>
      Object.entries(value).map(([name, component]) => {
        const at = appendPointer(pointer, name);
        return [
          at.replace('/components/', '').replace(/^\//, ''),
          { value: component, pointer: at },
        ] as const;
      }),
    ),
  );
}

function unused(
  components: ReadonlyMap<string, Component>,
  document: ContractDocument,
): ReadonlyMap<string, Component> {
  const used = usedComponents(document);
  return new Map([...components].filter(([, { pointer }]) => !used.has(pointer)));
}

/** What references lead to from the operations on, at whatever distance. */
function usedComponents(document: ContractDocument): ReadonlySet<string> {
  const folders = new Set(['components', ...swaggerFolders]);
  const references = new Set(referencesIn(omit(document.root, folders)));
  const pointers = new Set<string>();
  // A reference may lead into a component, and so uses it.
  const depth = document.isSwagger ? 3 : 4;
  for (const reference of references) {
    const target = document.target({ $ref: reference });
    if (!target) continue;
    pointers.add(target.pointer.split('/').slice(0, depth).join('/'));
    for (const next of referencesIn(target.value)) references.add(next);
  }
  for (const name of usedSchemes(document))
    pointers.add(
      appendPointer(document.isSwagger ? '/securityDefinitions' : '/components/securitySchemes', name),
    );
  return pointers;
}

/** Security schemes are used by their names. */
function usedSchemes(document: ContractDocument): ReadonlySet<string> {
  const operations = [...readOperations(document), ...webhooksOf(document).values()];
  const lists = [document.root, ...operations.map(({ operation }) => operation.value)].map(
    ({ security }) => security,
  );
  return new Set(
    lists.flatMap((list) => (Array.isArray(list) ? list.flatMap((one: Json) => Object.keys(one ?? {})) : [])),
  );
}
