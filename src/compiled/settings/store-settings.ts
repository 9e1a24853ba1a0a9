import type { SecretReference } from './secret-reference.ts';
import type { Defaults } from '../json.ts';

/** The store: a website with the catalogue of APIs, at `/store` of `storeUrl`. */
export interface StoreSettings {
  /** In the header of its pages; the name of the organisation without it. */
  readonly title?: string;
  /** In the header of its pages, before the title; a neutral mark without it. */
  readonly logo?: StoreLogo;
  /** Who can see the catalogue. */
  readonly visibility: 'public' | 'signed-in';
  /** Where changes are proposed; without it users download a patch. */
  readonly proposals?: ProposalSettings;
}

/** An image of at most 64 KiB. */
export interface StoreLogo {
  readonly type: 'image/svg+xml' | 'image/png';
  /** In base64. */
  readonly content: string;
}

/** A repository that proposals are pushed to. */
export interface ProposalSettings {
  /** A URL without a password. */
  readonly remote: string;
  readonly base: string;
  /** The beginning of the names of branches. */
  readonly branchPrefix: string;
  /** The token, or `user:password`, that git and the host's API are accessed with. */
  readonly credentials?: SecretReference;
  /** The SSH key that signs commits. */
  readonly signingKey?: SecretReference;
  readonly host: 'github' | 'gitlab' | 'gitea' | 'none';
  /** Of the host's API; without it the one that the remote's host usually has. */
  readonly apiUrl?: string;
  /** The folder of the declarations in the repository; where the gateway has them in its own without it. */
  readonly folder?: string;
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
