import type { EnvoyResource } from './envoy-resources.ts';

/**
 * The same secret or filter in other words: its files by other paths, its program with another line end. Envoy takes one
 * that it has refused for accepted when it is sent the same words again, and goes on with the one before.
 */
export function reword(resource: EnvoyResource): EnvoyResource {
  return JSON.parse(JSON.stringify(resource, rewordField)) as EnvoyResource;
}

function rewordField(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'filename') return `/.${value}`;
  return name === 'inline_string' ? `${value}\n` : value;
}
