import type { JsonObject } from '../../../compiled/json.ts';
import type { OpenapiView } from './openapi-view.ts';
import { pointerOf, type Trail } from './trail.ts';

/** An object of an OpenAPI document, and where it is in the contract. */
export class OpenapiNode {
  readonly view: OpenapiView;
  readonly value: JsonObject;
  readonly trail: Trail | undefined;

  constructor(view: OpenapiView, value: JsonObject, trail: Trail | undefined) {
    this.view = view;
    this.value = value;
    this.trail = trail;
  }

  /** RFC 6901 pointer in the contract. */
  get pointer(): string {
    return pointerOf(this.trail);
  }

  /** The pointer of a member, at whatever depth. */
  pointerTo(...tokens: readonly (string | number)[]): string {
    return pointerOf(this.trail, ...tokens);
  }

  /** A member that is a text. */
  text(key: string): string | undefined {
    const member = this.value[key];
    return typeof member === 'string' ? member : undefined;
  }

  /** Whether a member is `true`. */
  isSet(key: string): boolean {
    return this.value[key] === true;
  }
}
