import type { PeerCertificate } from 'node:tls';

/** The names in a client's certificate: its common name, and its alternative DNS names and URIs. */
export function namesIn({ subject, subjectaltname = '' }: PeerCertificate): readonly string[] {
  const commonNames = [subject?.CN ?? []].flat();
  const alternatives = subjectaltname
    .split(', ')
    .flatMap((entry) => /^(?:DNS|URI):(.+)$/.exec(entry)?.[1] ?? []);
  return [...new Set([...commonNames, ...alternatives])];
}

/**
 * Whether an Envoy may call itself by a node id: by a name in its certificate or, so that several can share one, by such
 * a name, a slash and whatever tells them apart.
 */
export function mayBeCalled(id: string, names: readonly string[]): boolean {
  return names.some((name) => name !== '' && (id === name || id.startsWith(`${name}/`)));
}
