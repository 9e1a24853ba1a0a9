import { isJsonObject } from '../../../compiled/json.ts';
import {
  declareProperty,
  type SchemaNode,
  type SchemaProperty,
} from '../../workspace/openapi/schema-node.ts';
import { trailTo } from '../../workspace/openapi/trail.ts';

/** A member that this very schema declares; found without a look at the others. */
export function ownMember({ view, value, trail }: SchemaNode, name: string): SchemaProperty | undefined {
  const { properties } = value;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return undefined;
  return declareProperty(view, name, properties[name], trailTo(trailTo(trail, 'properties'), name));
}
