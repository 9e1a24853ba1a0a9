import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';

/** The lines of the specification that differ in how they write schemas. */
export type OpenapiLine = '2.0' | '3.0' | '3.1';

/** References on the way to one object; longer chains only lead back to themselves. */
const mostHops = 100;

/** An OpenAPI document, in which references lead to what stands elsewhere in it. */
export class OpenapiContract {
  readonly root: JsonObject;
  readonly line: OpenapiLine;

  constructor(root: JsonObject) {
    this.root = root;
    this.line = lineOf(root);
  }

  /** What stands at a reference (`#/components/schemas/Dog`); undefined where nothing does. */
  at(reference: string): Json | undefined {
    if (!reference.startsWith('#/')) return undefined;
    let value: Json | undefined = this.root;
    for (const token of tokensOf(reference)) value = memberOf(value, token);
    return value;
  }

  /** The object at the end of a chain of references; undefined where it ends in nothing. */
  resolve(value: Json | undefined): JsonObject | undefined {
    let found = value;
    for (let hops = 0; hops < mostHops; hops++) {
      if (!isJsonObject(found)) return undefined;
      const reference = found['$ref'];
      if (typeof reference !== 'string') return found;
      found = this.at(reference);
    }
    return undefined;
  }
}

function lineOf({ swagger, openapi }: JsonObject): OpenapiLine {
  if (swagger !== undefined) return '2.0';
  return typeof openapi === 'string' && openapi.startsWith('3.0') ? '3.0' : '3.1';
}

function tokensOf(reference: string): readonly string[] {
  const pointer = decodePointer(reference.slice(2));
  return pointer.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decodePointer(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function memberOf(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(token)];
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}
