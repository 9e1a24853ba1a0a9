import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import type { OpenapiNode, OpenapiDocument } from '../model.ts';
import type { ExternalDocs } from '../plain-parts.ts';
import { pointerOf, type ValuePath } from '../value-path.ts';

/** An object of an OpenAPI document, and its location in the contract. */
export class NodeReader implements OpenapiNode {
  readonly document: OpenapiDocument;
  readonly value: JsonObject;
  readonly valuePath: ValuePath | undefined;
  #pointer: string | undefined;

  constructor(document: OpenapiDocument, value: JsonObject, valuePath: ValuePath | undefined) {
    this.document = document;
    this.value = value;
    this.valuePath = valuePath;
  }

  get pointer(): string {
    return (this.#pointer ??= pointerOf(this.valuePath));
  }

  pointerTo(...tokens: readonly (string | number)[]): string {
    return pointerOf(this.valuePath, ...tokens);
  }

  text(key: string): string | undefined {
    const member = this.value[key];
    return typeof member === 'string' ? member : undefined;
  }

  get externalDocs(): ExternalDocs | undefined {
    const { externalDocs } = this.value;
    if (!isJsonObject(externalDocs) || typeof externalDocs['url'] !== 'string') return undefined;
    const { url, description } = externalDocs;
    return { url, description: typeof description === 'string' ? description : '' };
  }

  /** Whether a member is `true`. */
  isSet(key: string): boolean {
    return this.value[key] === true;
  }
}

/** The entries, by name, of the object under a key; only entries that are objects themselves. */
export function membersOf(value: JsonObject, key: string): readonly (readonly [string, JsonObject])[] {
  const member = value[key];
  const members: (readonly [string, JsonObject])[] = [];
  if (!isJsonObject(member)) return members;
  for (const name of Object.keys(member)) {
    const entry = member[name];
    if (isJsonObject(entry)) members.push([name, entry]);
  }
  return members;
}
