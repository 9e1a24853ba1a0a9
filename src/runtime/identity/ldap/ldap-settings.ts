import type { LdapProvider } from '../../../compiled/manifest.ts';

/** A declared directory, with its secrets read. */
export interface LdapSettings {
  readonly provider: LdapProvider;
  /** PEM certificates. */
  readonly ca?: string;
  /** Of the one who searches; present where `provider.bind` is. */
  readonly bindPassword?: string;
}
