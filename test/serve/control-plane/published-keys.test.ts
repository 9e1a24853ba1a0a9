// @module-tag full
import { generateKeyPairSync } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { deviations } from '../../../src/export/envoy/deviations.ts';
import { readSigningKey } from '../../../src/runtime/token/key-ring.ts';
import { eventually } from '../../eventually.ts';
import { hasEnvoy, whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { freePort } from '../../runtime/free-port.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { consumerKey, fetchToken, start, writeSources } from '../running-gateway.ts';
import { makeAuthority } from './authority-in-test.ts';
import { startPollingEnvoy } from './start-polling-envoy.ts';

/** Nothing answers there. */
const keyManagerUrl = 'https://keys.example.edu';

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
}

/** The file of a signing key by its name. */
const fileOf = (name: string) => `keys/${name}.pem`;

/** The configuration of the gateway with signing keys by their names, of which the first one signs. */
function declareKeys(names: readonly string[]) {
  const keys = names.map((name, index) => ({
    key: { fromFile: fileOf(name) },
    use: index === 0 ? 'sign' : 'verify',
  }));
  const token = keys.length > 0 ? `token: ${JSON.stringify({ signingKeys: keys })}\n` : '';
  return (text: string) =>
    text.replace('  production:\n', `  production:\n    keyManagerUrl: ${keyManagerUrl}\n`) + token;
}

/** A gateway that is a control plane, and an Envoy that polls it. */
async function open(names: readonly string[], { workers = 1, fetchesKeys = false } = {}) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  const replace = async (name: string) => {
    const key = makeKey();
    await write(fileOf(name), () => key);
    return key;
  };
  const keys: string[] = [];
  for (const name of names) keys.push(await replace(name));
  await write('gateway.config.yaml', declareKeys(names));
  const authority = await makeAuthority();
  const { certificate, key } = authority.issue('control-plane.example.edu');
  const [port, callPort] = [await freePort(), await freePort()];
  const gateway = await start({
    root,
    plainHttp: true,
    port,
    workers,
    controlPlane: {
      host: '127.0.0.1',
      port: 0,
      files: { certificate, key, clientAuthorities: authority.file },
      envoy: {
        listen: { host: '127.0.0.1', port: callPort },
        tls: 'off',
        ...(fetchesKeys && { keyManager: { url: `http://localhost:${port}` } }),
        folder: root,
        authorities: authority.file,
        accepted: Object.keys(deviations),
      },
    },
  });
  const listening = gateway.events.find((event) => event.type === 'listening');
  const envoy = await startPollingEnvoy(
    'edge',
    authority,
    Number(new URL(listening?.controlPlaneUrl ?? '').port),
  );
  const statusOf = async (token: string) => {
    const { statusCode, body } = await request(`http://127.0.0.1:${callPort}/dog_park/v1/dogs`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await body.dump();
    return statusCode;
  };
  const statusesOf = async (tokens: readonly string[]) => {
    const statuses: number[] = [];
    for (const token of tokens) statuses.push(await statusOf(token));
    return statuses;
  };
  /** Waits until the Envoy answers calls with tokens by these statuses. */
  const answers = (tokens: readonly string[], statuses: readonly number[]) =>
    eventually(async () => expect(await statusesOf(tokens)).toEqual(statuses));
  const { gatewayUrl } = gateway;
  const sign = (pem: string) => signToken(pem, gatewayUrl);
  return { ...gateway, envoy, keys, write, replace, sign, answers, statusesOf };
}

/** A token as the gateway issues them, signed with a key. */
async function signToken(pem: string, gatewayUrl: string): Promise<string> {
  const { keyId } = await readSigningKey(pem, 'sign');
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: keyManagerUrl,
    aud: gatewayUrl,
    sub: `client:${consumerKey}`,
    client_id: consumerKey,
    key_set: 'production',
    iat: now - 10,
    exp: now + 3600,
    jti: 'a-token-of-the-tests',
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keyId })
    .sign(await importPKCS8(pem, 'ES256'));
}

test.skipIf(!hasEnvoy)(
  `an Envoy verifies tokens though nothing answers at the address of the key manager, and refuses those of a key that is removed${whyNoEnvoy}`,
  async () => {
    const { keys, gatewayUrl, sign, write, answers, statusesOf } = await open(['first', 'second']);
    const [kept = '', removed = ''] = await Promise.all(keys.map(sign));
    await answers([await fetchToken(gatewayUrl), kept, removed], [200, 200, 200]);
    // Now the Envoy remembers them.
    expect(await statusesOf([kept, removed])).toEqual([200, 200]);
    await write('gateway.config.yaml', declareKeys(['first']));
    await answers([kept, removed], [200, 403]);
  },
);

test.skipIf(!hasEnvoy).for([1, 2])(
  `an Envoy refuses the tokens of a key that is replaced under the same name, with %i threads${whyNoEnvoy}`,
  async (workers) => {
    const { keys, gatewayUrl, sign, replace, answers, statusesOf } = await open(['first', 'second'], {
      workers,
    });
    const [kept = '', replaced = ''] = await Promise.all(keys.map(sign));
    await answers([kept, replaced], [200, 200]);
    expect(await statusesOf([kept, replaced])).toEqual([200, 200]);
    const next = await sign(await replace('second'));
    await answers([kept, replaced, next], [200, 403, 200]);
    const signing = await sign(await replace('first'));
    await answers([kept, next, signing], [403, 200, 200]);
    await answers([await fetchToken(gatewayUrl)], [200]);
  },
);

test.skipIf(!hasEnvoy)(
  `an Envoy knows the key that a gateway has generated, and each key of a rotation before it signs${whyNoEnvoy}`,
  async () => {
    const { sign, write, replace, answers, gatewayUrl } = await open([]);
    const own = await fetchToken(gatewayUrl);
    await answers([own], [200]);
    const [first, second] = [await replace('first'), await replace('second')];
    await write('gateway.config.yaml', declareKeys(['first', 'second']));
    const before = await sign(second);
    await answers([own, await sign(first), before], [403, 200, 200]);
    await write('gateway.config.yaml', declareKeys(['second', 'first']));
    await answers([await sign(first), before], [200, 200]);
  },
);

test.skipIf(!hasEnvoy)(
  `an Envoy fetches the keys of a key manager that is named, again when the declared ones change${whyNoEnvoy}`,
  async () => {
    const { keys, sign, write, answers, statusesOf } = await open(['first', 'second'], { fetchesKeys: true });
    const [kept = '', removed = ''] = await Promise.all(keys.map(sign));
    await answers([kept, removed], [200, 200]);
    expect(await statusesOf([kept, removed])).toEqual([200, 200]);
    await write('gateway.config.yaml', declareKeys(['first']));
    await answers([kept, removed], [200, 403]);
  },
);
