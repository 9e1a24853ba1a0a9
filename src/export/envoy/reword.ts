import type { EnvoyResource } from './envoy-resources.ts';

/**
 * The JSON of the same secret or filter in other words, for each number below 65,536 in others: its files by other paths,
 * its program with other line ends. Envoy takes one that it has refused for accepted when it is sent the same words again, and goes on
 * with the one before.
 */
export function reword(resource: EnvoyResource, words: number): string {
  const bits = [...words.toString(2).padStart(16, '0')];
  const path = `/.${bits.map((bit) => (bit === '1' ? '//.' : '/.')).join('')}`;
  const end = `${bits.map((bit) => (bit === '1' ? '\n' : ' ')).join('')}\n`;
  const rewordField = (name: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (name === 'filename') return `${path}${value}`;
    return name === 'inline_string' ? `${value}${end}` : value;
  };
  return JSON.stringify(resource, rewordField);
}
