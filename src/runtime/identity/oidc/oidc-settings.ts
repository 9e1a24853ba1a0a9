import type { OidcProvider } from '../../../compiled/manifest.ts';

/** A declared OpenID Connect provider, with its secrets read. */
export interface OidcSettings {
  readonly provider: OidcProvider;
  readonly clientSecret: string;
  /** PEM certificates. */
  readonly ca?: string;
}
