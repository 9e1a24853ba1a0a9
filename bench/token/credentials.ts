import { createHash } from 'node:crypto';

/** The one client that every server knows. */
export const clientId = 'gradebook-production';
export const clientSecret = 'benchmarks-only_0123456789-abcdefghijklmnopqrs';
export const scope = 'courses:read';
export const secretDigest = `sha256:${createHash('sha256').update(clientSecret).digest('hex')}`;

/** The same request for every server: client credentials, with the client in the Authorization header. */
export const tokenRequest = {
  method: 'POST',
  headers: {
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: `grant_type=client_credentials&scope=${scope}`,
} as const;
