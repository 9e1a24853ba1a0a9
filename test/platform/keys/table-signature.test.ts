import { createHmac, createPrivateKey, sign as signBytes } from 'node:crypto';
import fc from 'fast-check';
import { decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { readPublicTableKeys } from '#platform/keys/table-keys.ts';
import { readSignedAt, signTable, TableSignatureError, verifyTable } from '#platform/keys/table-signature.ts';
import { makeTableKey } from '../table-key-in-test.ts';
import { draws } from '../../full-run.ts';

const table = Buffer.from('{"apis":{\n},"format":4}\n');
const now = Date.UTC(2026, 10, 21, 12);
const notOurs = 'its signature was not made by `gatewright compile --sign`';
const notItsOwn = 'it does not match its signature';

async function makeSigned(kind?: 'ed25519' | 'p256') {
  const pair = await makeTableKey(kind);
  const keys = await readPublicTableKeys(pair.publicPem);
  return { ...pair, keys, jws: await signTable(table, pair.key, now) };
}

/** Signs with Ed25519, whatever the header. */
function signHeader(header: object, privatePem: string, payload: Uint8Array = table): string {
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const input = Buffer.concat([Buffer.from(`${head}.`), payload]);
  return `${head}..${signBytes(null, input, createPrivateKey(privatePem)).toString('base64url')}`;
}

describe.each(['ed25519', 'p256'] as const)('a signature by a key of %s', (kind) => {
  test('is good for the bytes that it is of, with or without the end of its line', async () => {
    const { keys, jws, key } = await makeSigned(kind);
    const signature = { keyId: key.keyId, signedAt: now / 1000 };
    expect(await verifyTable(table, jws, keys)).toEqual({ ...signature, jws });
    expect(await verifyTable(table, `${jws}\n`, keys)).toEqual({ ...signature, jws: `${jws}\n` });
    expect(decodeProtectedHeader(jws)).toEqual({
      alg: kind === 'ed25519' ? 'Ed25519' : 'ES256',
      b64: false,
      crit: ['b64'],
      iat: now / 1000,
      kid: key.keyId,
      typ: 'gatewright-table+jws',
    });
    expect(readSignedAt(jws)).toBe(now / 1000);
  });

  test('is refused where any bit of the table or of the signature has flipped', async () => {
    const { keys, jws } = await makeSigned(kind);
    const signed = Buffer.from(`${jws}\n`);
    const flip = (bytes: Buffer, at: number) => {
      const changed = Buffer.from(bytes);
      changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
      return changed;
    };
    const bits = fc.oneof(
      fc.record({ table: fc.nat(table.length * 8 - 1), signature: fc.constant(undefined) }),
      fc.record({ table: fc.constant(undefined), signature: fc.nat(signed.length * 8 - 1) }),
    );
    const isRefused = async (bytes: Buffer, signature: Buffer): Promise<void> => {
      const verified = verifyTable(bytes, signature.toString('latin1'), keys);
      await expect(verified).rejects.toBeInstanceOf(TableSignatureError);
    };
    const law = fc.asyncProperty(bits, (at) =>
      isRefused(
        at.table === undefined ? table : flip(table, at.table),
        at.signature === undefined ? signed : flip(signed, at.signature),
      ),
    );
    await fc.assert(law, { numRuns: draws(300) });
    // Some bits of the last character belong to no byte.
    for (let bit = 0; bit < 8; bit++) await isRefused(table, flip(signed, (signed.length - 2) * 8 + bit));
  });

  test('is refused for a table that is longer, shorter, or empty', async () => {
    const { keys, jws } = await makeSigned(kind);
    for (const other of [Buffer.concat([table, Buffer.from('\n')]), table.subarray(1), Buffer.alloc(0)])
      await expect(verifyTable(other, jws, keys)).rejects.toThrow(notItsOwn);
  });

  test('of a key that is not known says which one it is', async () => {
    const { jws, key } = await makeSigned(kind);
    const { keys } = await makeSigned(kind === 'p256' ? 'ed25519' : 'p256');
    await expect(verifyTable(table, jws, keys)).rejects.toThrow(
      new TableSignatureError(
        `it was signed by the key ${key.keyId}, which is not one of the keys of --verify`,
      ),
    );
  });
});

test('several keys are known at once, as while one follows another', async () => {
  const [old, next] = [await makeTableKey('p256'), await makeTableKey()];
  const keys = await readPublicTableKeys(old.publicPem + next.publicPem);
  for (const { key } of [old, next]) {
    const jws = await signTable(table, key, now);
    expect(await verifyTable(table, jws, keys)).toMatchObject({ keyId: key.keyId });
  }
});

describe('a signature is refused', () => {
  const header = { alg: 'Ed25519', b64: false, crit: ['b64'], iat: now / 1000, typ: 'gatewright-table+jws' };

  test('that says of itself what its key does not say', async () => {
    const { keys, key, privatePem, publicPem } = await makeSigned();
    const kid = key.keyId;
    expect(await verifyTable(table, signHeader({ ...header, kid }, privatePem), keys)).toBeTruthy();
    const eddsa = signHeader({ ...header, alg: 'EdDSA', kid }, privatePem);
    expect(await verifyTable(table, eddsa, keys)).toBeTruthy();
    for (const alg of ['none', 'HS256', 'ES256', 'RS256', 'PS256', '', undefined, ['Ed25519']]) {
      const jws = signHeader({ ...header, alg, kid }, privatePem);
      await expect(verifyTable(table, jws, keys)).rejects.toThrow(notOurs);
    }
    const head = Buffer.from(JSON.stringify({ ...header, alg: 'HS256', kid })).toString('base64url');
    const mac = createHmac('sha512', publicPem).update(`${head}.`).update(table).digest('base64url');
    await expect(verifyTable(table, `${head}..${mac}`, keys)).rejects.toThrow(notOurs);
    await expect(verifyTable(table, `${head}..`, keys)).rejects.toThrow(notOurs);
  });

  test.each([
    ['is of something else', { typ: 'at+jwt' }],
    ['does not say what it is of', { typ: undefined }],
    ['does not say when it was made', { iat: undefined }],
    ['was made at no time', { iat: '2026' }],
    ['asks for what is not understood', { crit: ['b64', 'exp'], exp: 1 }],
    ['is of an encoded table', { b64: true }],
    ['does not ask for bytes as they are', { b64: undefined, crit: undefined }],
    ['does not insist on bytes as they are', { crit: undefined }],
  ])('that %s', async (_what, changes) => {
    const { keys, key, privatePem } = await makeSigned();
    const jws = signHeader({ ...header, kid: key.keyId, ...changes }, privatePem);
    await expect(verifyTable(table, jws, keys)).rejects.toThrow(notOurs);
  });

  test('that names no key, or a name that would be printed', async () => {
    const { keys, privatePem } = await makeSigned();
    for (const kid of [undefined, '', 'toString', '__proto__', '\u001b[2J', 'x'.repeat(1000)]) {
      const jws = signHeader({ ...header, kid }, privatePem);
      await expect(verifyTable(table, jws, keys)).rejects.toThrow(
        'it was signed by the key without a thumbprint, which is not one of the keys of --verify',
      );
    }
  });

  test.each(['', '\n', '..', 'a..b', '{}', 'x'.repeat(100_000)])('that is %j', async (jws) => {
    const { keys } = await makeSigned();
    await expect(verifyTable(table, jws, keys)).rejects.toThrow(notOurs);
    expect(readSignedAt(jws)).toBeUndefined();
  });

  test('that carries the table, or another line, with it', async () => {
    const { keys, jws } = await makeSigned();
    const carrying = jws.replace('..', `.${table.toString('base64url')}.`);
    for (const other of [carrying, `${jws}\n\n`, ` ${jws}`, `${jws}\r\n`, `${jws}=`, `${jws}\n${jws}`])
      await expect(verifyTable(table, other, keys)).rejects.toThrow(notOurs);
  });
});
