import type { EnvoyResource } from '../envoy-resources.ts';

/**
 * The same secret in other words: its files by other paths. Envoy takes a secret that it has refused for accepted when it
 * is sent the same words again, without a look at the files.
 */
export function rewordSecret(secret: EnvoyResource): EnvoyResource {
  return JSON.parse(JSON.stringify(secret, rewordPath)) as EnvoyResource;
}

function rewordPath(name: string, value: unknown): unknown {
  return name === 'filename' && typeof value === 'string' ? `/.${value}` : value;
}
