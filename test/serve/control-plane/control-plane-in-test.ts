import type { EnvoyControlPlane } from '#serve/served/control-plane-settings.ts';
import type { Authority } from './authority-in-test.ts';

/** The settings of a control plane whose Envoys listen without TLS, with a certificate of an authority. */
export function settingsOf(authority: Authority, accepted: readonly string[]): EnvoyControlPlane {
  const { certificate, key } = authority.issue('control-plane.example.edu');
  return {
    host: '127.0.0.1',
    port: 0,
    files: { certificate, key, clientAuthorities: authority.file },
    envoy: {
      listen: { host: '127.0.0.1', port: 8443 },
      tls: 'off',
      folder: '/run/secrets/gatewright',
      authorities: '/etc/ssl/certs/ca-certificates.crt',
      accepted,
    },
  };
}
