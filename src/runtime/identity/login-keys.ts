import { createHash } from 'node:crypto';
import type { FailureKey } from '#runtime/ports/shared-failures.ts';
import { addressBlock } from '#runtime/requests/caller-address.ts';

/** An attempt to log in. */
export interface LoginSource {
  /** As typed. */
  readonly username: string;
  /** The IP address that the request comes from. */
  readonly address: string;
  /** The name of the application whose server sends the request for its user; absent if a browser does. */
  readonly application?: string;
}

/** The keys that a login is counted under. */
export interface LoginKeys {
  readonly userAtAddress: string;
  readonly address: string;
  /** Absent if the user has logged in at the address before. */
  readonly user?: string;
}

/** A login in progress. It is plain data, so that threads can pass it on. */
export interface CountedLogin extends LoginKeys {
  /** The login counts as failed if it has not ended by this time, in milliseconds since 1970. */
  readonly deadline: number;
  /** Whether the login is counted for several gateways. */
  readonly isShared?: boolean;
}

const minute = 60_000;

/**
 * Limits of failed logins. The failure number `free` starts a pause of `firstPauseMs`, and each further failure doubles
 * it, up to `maxPauseMs`.
 */
export const loginLimits = {
  userAtAddress: {
    free: 5,
    firstPauseMs: minute,
    maxPauseMs: 15 * minute,
    forgottenAfterMs: 15 * minute,
  },
  address: { free: 50, firstPauseMs: minute, maxPauseMs: 15 * minute, forgottenAfterMs: 15 * minute },
  // Slows down guesses from many addresses. It also slows down the user, except at addresses of earlier logins.
  user: { free: 20, firstPauseMs: 1000, maxPauseMs: minute / 2, forgottenAfterMs: 60 * minute },
} as const;

/** The key of a user at an address: a digest, which does not reveal the typed name. */
export function userAtAddressOf({ username, ...place }: LoginSource): string {
  return digestOf(foldUsername(username), ...placeOf(place));
}

/** The keys that a login is counted under. `isFamiliar`: the user has logged in at the address before. */
export function describeLogin(login: LoginSource, isFamiliar: boolean): LoginKeys {
  return {
    userAtAddress: userAtAddressOf(login),
    // Familiar users have a separate count, so that attackers at the same address do not lock them out.
    address: digestOf(...placeOf(login), isFamiliar ? 'familiar' : 'others'),
    ...(!isFamiliar && { user: digestOf(foldUsername(login.username)) }),
  };
}

/** The keys of a login, each with the name of its limit. */
export function keysOfLogin({ userAtAddress, address, user }: LoginKeys): readonly FailureKey[] {
  return [
    { key: `userAtAddress:${userAtAddress}`, limit: loginLimits.userAtAddress },
    { key: `address:${address}`, limit: loginLimits.address },
    ...(user === undefined ? [] : [{ key: `user:${user}`, limit: loginLimits.user }]),
  ];
}

/** A pause for a Retry-After header: whole seconds, at least 1. */
export function secondsOfPause(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

function placeOf({ address, application }: Omit<LoginSource, 'username'>): readonly string[] {
  return [addressBlock(address), ...(application === undefined ? [] : [application])];
}

/** A digest, since the typed name may be a password. */
function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Normalizes a name for counting: directories ignore case, spaces and invisible characters (RFC 4518), so each spelling
 * of a name would otherwise have a separate count.
 */
function foldUsername(username: string): string {
  const visible = username.normalize('NFKD').replace(/[\p{Cf}\p{Mn}\p{Me}\u{1806}\u{FFFC}]/gu, '');
  return visible
    .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
}
