import type { EnvoyResource } from './envoy-resources.ts';

/**
 * The JSON of a secret or filter that means the same and is another text for each number below 65,536: its files have other paths,
 * its program other blanks and line ends after it. Envoy takes one that it has refused for accepted when it is sent the same
 * text again, and still uses the one before.
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
