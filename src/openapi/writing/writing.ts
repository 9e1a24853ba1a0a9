import type { Serialisation } from '../serialisation.ts';
import type { ValueShape } from './value-shape.ts';

/** How a parameter is written: as one text, as one text under each of several names, or several times. */
export type Writing = 'scalar' | 'list' | 'repeated' | 'object' | 'pairs' | 'deep' | 'json' | 'opaque';

/** A parameter, or a field of a form at the location `form`. */
interface Written {
  readonly location: string;
  readonly serialisation: Serialisation;
}

/** How the texts of a parameter are combined, according to its style and its schema. */
export function writingOf({ serialisation, location }: Written, shape: ValueShape): Writing {
  const { style, explode } = serialisation;
  if (style === 'json' || style === 'opaque') return style;
  if (style === 'deepObject') return 'deep';
  const { types, items, properties } = shape;
  if (!types) return properties || items ? 'opaque' : 'scalar';
  const isList = types.has('array');
  if (!isList && !types.has('object')) return 'scalar';
  // A text does not show which of several types is intended.
  if (types.size > (types.has('null') ? 2 : 1)) return 'opaque';
  if (isList) return isNested(items) ? 'opaque' : isRepeated(style, explode, location) ? 'repeated' : 'list';
  if ([...(properties ?? new Map<string, ValueShape>()).values()].some(isNested)) return 'opaque';
  if (!isRepeated(style, explode, location)) return 'object';
  return location === 'form' ? 'opaque' : 'pairs';
}

function isRepeated(style: string, explode: boolean, location: string): boolean {
  return explode && (location === 'query' || location === 'form') && style !== 'label';
}

function isNested(shape: ValueShape | undefined): boolean {
  const types = shape?.types;
  return types !== undefined && (types.has('array') || types.has('object'));
}
