import type { ApplicationType } from '../manifest.ts';

/** The grants that an application of each type gets that names none. */
export const usualGrants: Readonly<Record<ApplicationType, readonly string[]>> = {
  'single-page': ['authorization_code'],
  native: ['authorization_code', 'refresh_token'],
  web: ['authorization_code', 'client_credentials'],
  service: ['client_credentials'],
  'command-line': ['client_credentials'],
};
