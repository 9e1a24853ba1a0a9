import type { KeyObject } from 'node:crypto';
import type { SamlProvider } from '../../../compiled/manifest.ts';

/**
 * A declared single sign-on server, with the keys of its certificates. Their dates do not count: a key is trusted for as
 * long as its certificate is declared, as in the SAML 2.0 Metadata Interoperability Profile.
 */
export interface SamlTrust {
  readonly provider: SamlProvider;
  readonly keys: readonly KeyObject[];
}
