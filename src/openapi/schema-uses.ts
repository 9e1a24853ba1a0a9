import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';
import type { OpenapiDocument, OperationNode, PathNode } from './model.ts';
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
  const names = listSchemaNames(document);
  const users = new UserFinder(document, names);
  return {
    schemasWith: (name) => {
      const found = users.of(name, 'direct');
      return names.filter((one) => found.has(one));
    },
    operationsWith: (name) => {
      const found = users.of(name, 'all');
      return document.operations.filter((operation) => found.has(operation));
    },
  };
}

/**
 * What contains references: a schema by its name, an operation, a path with the parameters of its operations, or the
 * target of a reference to a component of another type, such as a response.
 */
type User = string | OperationNode | PathNode | JsonObject;

/** Finds what refers to a schema. What many operations refer to is read once. */
class UserFinder {
  readonly #document: OpenapiDocument;
  readonly #prefix: string;
  /** What refers to each schema, path and target directly. */
  readonly #users = new Map<User, User[]>();
  /** Targets of references that are not read yet. A chain of references may be longer than the stack. */
  readonly #rest: JsonObject[] = [];

  constructor(document: OpenapiDocument, names: readonly string[]) {
    this.#document = document;
    this.#prefix = document.isSwagger ? '#/definitions/' : '#/components/schemas/';
    for (const name of names) this.#read(findSchema(document, name)?.written, name);
    for (const path of document.paths) {
      this.#read(path.writtenParameters, path);
      for (const operation of path.operations) {
        this.#add(path, operation);
        this.#read(operation.value, operation);
      }
    }
    for (let next = this.#rest.pop(); next; next = this.#rest.pop()) this.#read(next, next);
  }

  /** What contains a schema: directly or by components of other types, or with `all` also inside of other schemas. */
  of(name: string, extent: 'direct' | 'all'): ReadonlySet<User> {
    const found = new Set<User>();
    const rest: User[] = [name];
    for (let next = rest.pop(); next !== undefined; next = rest.pop())
      for (const user of this.#users.get(next) ?? []) {
        if (found.has(user)) continue;
        found.add(user);
        if (extent === 'all' || typeof user !== 'string') rest.push(user);
      }
    return found;
  }

  #read(value: Json | undefined, user: User): void {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value) && typeof value['$ref'] === 'string') this.#refer(value['$ref'], user);
    for (const member of Object.values(value)) this.#read(member, user);
  }

  #refer(reference: string, user: User): void {
    if (reference.startsWith(this.#prefix)) {
      const [name] = splitPointer(`/${decodeFragment(reference.slice(this.#prefix.length))}`);
      if (name !== undefined) this.#add(name, user);
      return;
    }
    const target = this.#document.references.target(reference)?.value;
    if (!isJsonObject(target)) return;
    if (!this.#users.has(target)) this.#rest.push(target);
    this.#add(target, user);
  }

  #add(used: User, user: User): void {
    const known = this.#users.get(used);
    if (known) known.push(user);
    else this.#users.set(used, [user]);
  }
}
