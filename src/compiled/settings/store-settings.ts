import type { Guide } from './guide.ts';
import type { SecretReference } from './secret-reference.ts';
import type { Defaults } from '../json.ts';

/** The store: a website with the catalogue of APIs, at `/store` of `storeUrl`. */
export interface StoreSettings {
  /** The title in the header of the store's pages. Default: the name of the organisation. */
  readonly title?: string;
  /** The logo in the header of the store's pages, before the title. Default: a neutral mark. */
  readonly logo?: StoreLogo;
  /** The guides of the organisation, in their order; absent if it declares none. */
  readonly guides?: readonly Guide[];
  /** Who can see the catalogue. */
  readonly visibility: 'public' | 'signed-in';
  /** The maximum size of an OpenAPI document that users send, in bytes. Default: `defaultDefinitionBytes`. */
  readonly definitionBytes?: number;
  /** Where changes are proposed. If absent, users download a patch. */
  readonly proposals?: ProposalSettings;
}

/** The maximum size of an OpenAPI document unless the gateway declares another. */
export const defaultDefinitionBytes = 64 * 1024 ** 2;

/** An image of at most 64 KiB. */
export interface StoreLogo {
  readonly type: 'image/svg+xml' | 'image/png';
  /** Base64. */
  readonly content: string;
}

/** A repository that proposals are pushed to. */
export interface ProposalSettings {
  /** A URL without a password. */
  readonly remote: string;
  readonly base: string;
  /** The prefix of the names of branches. */
  readonly branchPrefix: string;
  /** The token, or `user:password`, that git and the host's API are accessed with. */
  readonly credentials?: SecretReference;
  /** The SSH key that signs commits. */
  readonly signingKey?: SecretReference;
  readonly host: 'github' | 'gitlab' | 'gitea' | 'none';
  /** The URL of the host's API. Default: the usual one for the host of the remote. */
  readonly apiUrl?: string;
  /** The folder of the declarations in the repository. Default: as in the repository that the gateway runs from. */
  readonly folder?: string;
  /** Whether owners of what a proposal changes may merge it in the store. Default: false. */
  readonly merge?: boolean;
}

export const storeDefaults: Defaults<Pick<StoreSettings, 'title' | 'visibility'>> = {
  title: undefined,
  visibility: 'public',
};

export const proposalDefaults: Pick<ProposalSettings, 'base' | 'branchPrefix' | 'host'> = {
  base: 'main',
  branchPrefix: 'proposals/',
  host: 'none',
};
