import type { KeyObject } from 'node:crypto';
import type { SamlProvider } from '../../../compiled/manifest.ts';

/** A declared single sign-on server, with the keys of its certificates. */
export interface SamlTrust {
  readonly provider: SamlProvider;
  readonly keys: readonly KeyObject[];
}
