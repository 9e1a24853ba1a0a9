import { isJsonObject } from '../../../compiled/json.ts';
import type { ResponseNode } from '../../workspace/openapi/response-node.ts';

/** The key by which a response declares a body, if it does: whatever its media type, and be it of none. */
export function declaredBody({ value, view }: ResponseNode): 'schema' | 'content' | undefined {
  if (view.isSwagger) return isJsonObject(value['schema']) ? 'schema' : undefined;
  const { content } = value;
  return isJsonObject(content) && Object.keys(content).length > 0 ? 'content' : undefined;
}
