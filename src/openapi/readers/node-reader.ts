import { isJsonObject, type JsonObject } from '../../compiled/json.ts';
import type { OpenapiNode, OpenapiView } from '../model.ts';
import { pointerOf, type Trail } from '../trail.ts';

/** An object of an OpenAPI document, and where it is in the contract. */
export class NodeReader implements OpenapiNode {
  readonly view: OpenapiView;
  readonly value: JsonObject;
  readonly trail: Trail | undefined;

  constructor(view: OpenapiView, value: JsonObject, trail: Trail | undefined) {
    this.view = view;
    this.value = value;
    this.trail = trail;
  }

  get pointer(): string {
    return pointerOf(this.trail);
  }

  pointerTo(...tokens: readonly (string | number)[]): string {
    return pointerOf(this.trail, ...tokens);
  }

  text(key: string): string | undefined {
    const member = this.value[key];
    return typeof member === 'string' ? member : undefined;
  }

  /** Whether a member is `true`. */
  isSet(key: string): boolean {
    return this.value[key] === true;
  }
}

/** The members of a member that are objects, by name. */
export function membersOf(value: JsonObject, key: string): readonly (readonly [string, JsonObject])[] {
  const member = value[key];
  if (!isJsonObject(member)) return [];
  return Object.entries(member).flatMap(([name, entry]) =>
    isJsonObject(entry) ? [[name, entry] as const] : [],
  );
}
