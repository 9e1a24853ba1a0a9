import { createHash } from 'node:crypto';
import type { FailureKey } from '../ports/shared-failures.ts';
import { addressBlock } from './address-block.ts';
import type { CountedLogin, LoginSource } from './failed-logins.ts';
import { foldUsername } from './fold-username.ts';

const minute = 60_000;

/** What failed logins are limited by. */
export const loginLimits = {
  userAtAddress: {
    free: 5,
    firstPauseMs: minute,
    longestPauseMs: 15 * minute,
    forgottenAfterMs: 15 * minute,
  },
  address: { free: 50, firstPauseMs: minute, longestPauseMs: 15 * minute, forgottenAfterMs: 15 * minute },
  // Guesses that come from everywhere are slowed. At an address without a login before, the user is slowed with them.
  user: { free: 20, firstPauseMs: 1000, longestPauseMs: minute / 2, forgottenAfterMs: 60 * minute },
} as const;

/** Identifies a user at an address, without revealing the name that was typed. */
export function userAtAddressOf({ username, ...place }: LoginSource): string {
  return digestOf(foldUsername(username), ...placeOf(place));
}

/** What a login is counted under; `isFamiliar` where the user has logged in at the address before. */
export function describeLogin(login: LoginSource, isFamiliar: boolean): CountedLogin {
  return {
    userAtAddress: userAtAddressOf(login),
    // Apart, so that nobody keeps out whoever shares the address and has logged in there.
    address: digestOf(...placeOf(login), isFamiliar ? 'familiar' : 'others'),
    ...(!isFamiliar && { user: digestOf(foldUsername(login.username)) }),
  };
}

/** The keys of a login, each with the name of what it is limited by. */
export function keysOfLogin({ userAtAddress, address, user }: CountedLogin): readonly FailureKey[] {
  return [
    { key: `userAtAddress:${userAtAddress}`, limit: loginLimits.userAtAddress },
    { key: `address:${address}`, limit: loginLimits.address },
    ...(user === undefined ? [] : [{ key: `user:${user}`, limit: loginLimits.user }]),
  ];
}

/** A pause as clients are told of it: whole seconds, 1 at least. */
export function secondsOfPause(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

function placeOf({ address, application }: Omit<LoginSource, 'username'>): readonly string[] {
  return [addressBlock(address), ...(application === undefined ? [] : [application])];
}

/** A digest, since what was typed as a name may be a password. */
function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
