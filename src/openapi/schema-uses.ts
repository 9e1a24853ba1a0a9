import { isJsonObject, valueAt, type Json } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';
import type { OpenapiDocument, OperationNode } from './model.ts';
import { listSchemaNames, findSchema } from './named-schemas.ts';
import { decodeFragment } from './references.ts';

/** Which parts of a document refer to its named schemas. */
export interface SchemaUses {
  /** The operations whose requests or responses contain a schema, directly or inside other schemas. */
  operationsWith(name: string): readonly OperationNode[];
  /** The names of the schemas that refer to a schema directly. */
  schemasWith(name: string): readonly string[];
}

/** Finds the uses of all named schemas, in a time that grows linearly with the document. */
export function findSchemaUses(document: OpenapiDocument): SchemaUses {
  const collector = new ReferenceCollector(document);
  const users = new Map<string, string[]>();
  for (const name of listSchemaNames(document))
    for (const used of collector.namesIn(findSchema(document, name)?.written)) addTo(users, used, name);
  const operations = new Map<string, OperationNode[]>();
  for (const operation of document.operations)
    for (const used of collector.namesIn([operation.value, operation.path.writtenParameters]))
      addTo(operations, used, operation);
  return {
    schemasWith: (name) => users.get(name) ?? [],
    operationsWith: (name) => {
      const reached = allReached(name, users);
      const found = new Set([...reached].flatMap((one) => operations.get(one) ?? []));
      return [...found];
    },
  };
}

function addTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const known = map.get(key);
  if (known) known.push(item);
  else map.set(key, [item]);
}

/** A schema, all schemas that contain it, all that contain those, and so on. */
function allReached(name: string, users: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([name]);
  for (const one of reached) for (const user of users.get(one) ?? []) reached.add(user);
  return reached;
}

/** Collects the names of the schemas that values refer to, directly or by components of other types. */
class ReferenceCollector {
  readonly #document: OpenapiDocument;
  readonly #prefix: string;
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(document: OpenapiDocument) {
    this.#document = document;
    this.#prefix = document.isSwagger ? '#/definitions/' : '#/components/schemas/';
  }

  namesIn(value: Json | undefined): ReadonlySet<string> {
    const names = new Set<string>();
    this.#collect(value, names);
    return names;
  }

  #collect(value: Json | undefined, names: Set<string>): void {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value) && typeof value['$ref'] === 'string') this.#add(value['$ref'], names);
    for (const member of Object.values(value)) this.#collect(member, names);
  }

  #add(reference: string, names: Set<string>): void {
    if (!reference.startsWith(this.#prefix)) {
      for (const name of this.#namesBehind(reference)) names.add(name);
      return;
    }
    const [name] = splitPointer(`/${decodeFragment(reference.slice(this.#prefix.length))}`);
    if (name !== undefined) names.add(name);
  }

  /** The names behind a reference to a response, a parameter or a path item. */
  #namesBehind(reference: string): ReadonlySet<string> {
    const known = this.#known.get(reference);
    if (known) return known;
    const names = new Set<string>();
    this.#known.set(reference, names);
    if (reference.startsWith('#/'))
      this.#collect(valueAt(this.#document.root, splitPointer(decodeFragment(reference.slice(1)))), names);
    return names;
  }
}
