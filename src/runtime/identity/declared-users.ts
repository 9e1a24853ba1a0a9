import { createHash } from 'node:crypto';
import type { ManifestUser } from '#compiled/manifest.ts';
import { subjectOfUser } from '#runtime/token/claims.ts';
import { parseArgon2id, verifyArgon2id, type Argon2idDigest } from './argon2id.ts';
import type { PasswordDirectory, User } from './identity.ts';

interface Entry {
  readonly user: ManifestUser;
  readonly digest: Argon2idDigest;
}

/** The declared users. Their names are case-sensitive, like all declared names. */
export class DeclaredUsers implements PasswordDirectory {
  readonly name = 'users';
  readonly #entries: readonly Entry[];
  readonly #byName: ReadonlyMap<string, Entry>;
  readonly #verify: typeof verifyArgon2id;

  /** Throws an error that names the user whose digest cannot be used. */
  constructor(users: readonly ManifestUser[], verify: typeof verifyArgon2id = verifyArgon2id) {
    this.#entries = users.map((user) => ({ user, digest: readDigest(user) }));
    this.#byName = new Map(this.#entries.map((entry) => [entry.user.name, entry]));
    this.#verify = verify;
  }

  knows(username: string): boolean {
    return this.#byName.has(username);
  }

  async authenticate(username: string, password: string): Promise<User | undefined> {
    const known = this.#byName.get(username);
    const checked = known ?? this.#decoyEntry(username);
    if (!checked) return undefined;
    const isRight = await this.#verify(password, checked.digest);
    if (!known || !isRight || known.user.state !== 'active') return undefined;
    const { name, displayName = name } = known.user;
    return { subject: subjectOfUser(name), displayName, provider: this.name };
  }

  /**
   * The entry whose digest is checked for an unknown username, always the same one for that username. Digests differ in
   * cost, and the response time must not reveal which names are unknown.
   */
  #decoyEntry(username: string): Entry | undefined {
    const number = createHash('sha256').update(username).digest().readUInt32BE();
    return this.#entries[number % this.#entries.length];
  }
}

function readDigest({ name, passwordDigest }: ManifestUser): Argon2idDigest {
  const digest = parseArgon2id(passwordDigest);
  if (digest) return digest;
  throw new Error(
    `The password digest of the user ${name} cannot be used. Make one with \`gatewright users add\`: it asks for no more than 128 MiB.`,
  );
}
