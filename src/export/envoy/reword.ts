import type { EnvoyResource } from './envoy-resources.ts';

/**
 * The JSON of a secret or filter, as a different text with the same meaning for each `variant` below 65,536: its file
 * paths have redundant segments, and its program has other white space at the end. This is needed because Envoy, when
 * it is sent a text that it has refused before, takes it for accepted and still uses the previous one.
 */
export function reword(resource: EnvoyResource, variant: number): string {
  const bits = [...variant.toString(2).padStart(16, '0')];
  const path = `/.${bits.map((bit) => (bit === '1' ? '//.' : '/.')).join('')}`;
  const end = `${bits.map((bit) => (bit === '1' ? '\n' : ' ')).join('')}\n`;
  const rewordField = (name: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (name === 'filename') return `${path}${value}`;
    return name === 'inline_string' ? `${value}${end}` : value;
  };
  return JSON.stringify(resource, rewordField);
}
