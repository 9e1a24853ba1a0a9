import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { readOrMakeSecretFile } from '#platform/keys/own-secret-file.ts';
import { isLoopbackHost } from '../served/loopback-host.ts';
import { StartupError } from '../served/startup-error.ts';

/** The path of the admin key file. Sending the key to the admin listener proves access to the state folder. */
export function adminKeyFileIn(stateFolder: string): string {
  return join(stateFolder, 'admin-key');
}

/**
 * Returns the admin key of a state folder: 256 random bits, generated at the first start. Throws if the file is
 * damaged.
 */
export async function openAdminKey(stateFolder: string): Promise<string> {
  const file = adminKeyFileIn(stateFolder);
  const text = await readOrMakeSecretFile(file, () => randomBytes(32).toString('base64url'));
  const key = parseAdminKey(text);
  if (key !== undefined) return key;
  throw new StartupError(
    `The file ${file} does not contain an admin key. Delete it, and a new one is generated.`,
  );
}

/** Returns the key in the text of a key file, or undefined if the text does not contain one. */
export function parseAdminKey(text: string): string | undefined {
  return /^\s*([\w-]{43})\s*$/.exec(text)?.[1];
}

/** Whether an Authorization header contains the key as a bearer token (RFC 6750 section 2.1). */
export function hasAdminKey(authorization: string | undefined, key: string): boolean {
  const [, sent] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (sent === undefined) return false;
  return timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', key, 'buffer'));
}

/** Headers that a proxy adds to a forwarded request. */
const tracesOfProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'] as const;

/**
 * Whether a request comes from this machine: from a loopback address, to a loopback host name, and without the headers
 * of a proxy. The host name is checked because a web page can make its own domain resolve to this machine.
 */
export function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const { headers, socket } = raw;
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isPassedOn = tracesOfProxies.some((name) => headers[name] !== undefined);
  return isLoopbackHost(address) && isLoopbackHost(host) && !isPassedOn;
}
