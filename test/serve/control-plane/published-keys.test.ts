// @module-tag full
import { importPKCS8, SignJWT } from 'jose';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { deviations } from '#export/envoy/deviations.ts';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { readSigningKey } from '#runtime/token/key-ring.ts';
import { eventually } from '../../eventually.ts';
import { hasEnvoy, whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { freePort } from '../../runtime/free-port.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { consumerKey, fetchToken as fetchTokenFrom, start, writeSources } from '../running-gateway.ts';
import { type Authority, makeAuthority } from './authority-in-test.ts';
import { balanceConnections } from './balance-connections.ts';
import { startPollingEnvoy } from './start-polling-envoy.ts';

/** Nothing answers there. */
const keyManagerUrl = 'https://keys.example.edu';

/** The address of the gateway, whichever port it has. */
const gatewayUrl = 'https://gateway.example.edu';

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
    text
      .replace('https://localhost:8243', gatewayUrl)
      .replace('  production:\n', `  production:\n    keyManagerUrl: ${keyManagerUrl}\n`) + token;
}

/** Sources with signing keys by their names, and an upstream. */
async function openSources(keys: Readonly<Record<string, string>>, upstreamUrl: string) {
  const { root, write } = await writeSources(upstreamUrl);
  const put = (name: string, key: string) => write(fileOf(name), () => key);
  for (const [name, key] of Object.entries(keys)) await put(name, key);
  const declare = (names: readonly string[]) => write('gateway.config.yaml', declareKeys(names));
  await declare(Object.keys(keys));
  return { root, write, put, declare };
}

interface Planes {
  readonly authority: Authority;
  /** Where Envoys answer calls. */
  readonly callPort: number;
  readonly workers?: number;
  readonly fetchesKeys?: boolean;
}

/** A gateway that is a control plane. */
async function startControlPlane(
  root: string,
  { authority, callPort, workers = 1, fetchesKeys = false }: Planes,
) {
  const { certificate, key } = authority.issue('control-plane.example.edu');
  const port = await freePort();
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
  return {
    ...gateway,
    polledPort: Number(new URL(listening?.controlPlaneUrl ?? '').port),
    fetchToken: () => fetchTokenFrom(`http://localhost:${port}`),
    /** The tables that its Envoys have. */
    accepted: async () => {
      const { body } = await request(`${gateway.adminUrl}/status`);
      const { controlPlane } = (await body.json()) as Shown;
      return controlPlane.nodes.map((node) => node.accepted);
    },
  };
}

interface Shown {
  readonly controlPlane: { readonly nodes: readonly { readonly accepted: string | null }[] };
}

/** How calls with tokens are answered at a port: by 200, or with an error code. */
function callWith(callPort: number) {
  const answerOf = async (token: string) => {
    const { statusCode, body } = await request(`http://127.0.0.1:${callPort}/dog_park/v1/dogs`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await body.text();
    return statusCode === 200 ? 200 : (JSON.parse(text) as { readonly code: string }).code;
  };
  const answersOf = async (tokens: readonly string[]) => {
    const found: (number | string)[] = [];
    for (const token of tokens) found.push(await answerOf(token));
    return found;
  };
  return {
    answersOf,
    /** Waits until calls are answered so. */
    answers: (tokens: readonly string[], expected: readonly (number | string)[]) =>
      eventually(async () => expect(await answersOf(tokens)).toEqual(expected)),
  };
}

/** A gateway with keys that is a control plane, and an Envoy that polls it. */
async function open(names: readonly string[], options: Pick<Planes, 'workers' | 'fetchesKeys'> = {}) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const keys = names.map((name) => [name, makeSigningKey()] as const);
  const sources = await openSources(Object.fromEntries(keys), upstream.url);
  const [authority, callPort] = [await makeAuthority(), await freePort()];
  const gateway = await startControlPlane(sources.root, { authority, callPort, ...options });
  await startPollingEnvoy('edge', authority, gateway.polledPort);
  const replace = async (name: string) => {
    const key = makeSigningKey();
    await sources.put(name, key);
    return key;
  };
  return { ...gateway, ...sources, ...callWith(callPort), keys: keys.map(([, key]) => key), replace };
}

/** A token as the gateway issues them, signed with a key. */
async function sign(pem: string): Promise<string> {
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
    const { keys, fetchToken, declare, answers, answersOf } = await open(['first', 'second']);
    const [kept = '', removed = ''] = await Promise.all(keys.map(sign));
    await answers([await fetchToken(), kept, removed], [200, 200, 200]);
    // Now the Envoy remembers them.
    expect(await answersOf([kept, removed])).toEqual([200, 200]);
    await declare(['first']);
    await answers([kept, removed], [200, 'token_invalid']);
  },
);

test.skipIf(!hasEnvoy).for([1, 2])(
  `an Envoy refuses the tokens of a key that is replaced under the same name, with %i threads${whyNoEnvoy}`,
  async (workers) => {
    const { keys, fetchToken, replace, answers, answersOf } = await open(['first', 'second'], {
      workers,
    });
    const [kept = '', replaced = ''] = await Promise.all(keys.map(sign));
    await answers([kept, replaced], [200, 200]);
    expect(await answersOf([kept, replaced])).toEqual([200, 200]);
    const next = await sign(await replace('second'));
    await answers([kept, replaced, next], [200, 'token_invalid', 200]);
    const signing = await sign(await replace('first'));
    await answers([kept, next, signing], ['token_invalid', 200, 200]);
    await answers([await fetchToken()], [200]);
  },
);

test.skipIf(!hasEnvoy)(
  `an Envoy knows the key that a gateway has generated, and each key of a rotation before it signs${whyNoEnvoy}`,
  async () => {
    const { fetchToken, declare, replace, answers } = await open([]);
    const own = await fetchToken();
    await answers([own], [200]);
    const [first, second] = [await replace('first'), await replace('second')];
    await declare(['first', 'second']);
    const before = await sign(second);
    await answers([own, await sign(first), before], ['token_invalid', 200, 200]);
    await declare(['second', 'first']);
    await answers([await sign(first), before], [200, 200]);
  },
);

test.skipIf(!hasEnvoy)(
  `an Envoy fetches the keys of a key manager that is named, again when the declared ones change${whyNoEnvoy}`,
  async () => {
    const { keys, declare, answers, answersOf } = await open(['first', 'second'], { fetchesKeys: true });
    const [kept = '', removed = ''] = await Promise.all(keys.map(sign));
    await answers([kept, removed], [200, 200]);
    expect(await answersOf([kept, removed])).toEqual([200, 200]);
    await declare(['first']);
    await answers([kept, removed], [200, 'token_invalid']);
  },
);

test.skipIf(!hasEnvoy)(
  `a control plane that still has a replaced key does not bring it back to an Envoy${whyNoEnvoy}`,
  async () => {
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const [old, next] = [makeSigningKey(), makeSigningKey()];
    const [authority, callPort] = [await makeAuthority(), await freePort()];
    const openOne = async () => {
      const sources = await openSources({ only: old }, upstream.url);
      return { ...sources, ...(await startControlPlane(sources.root, { authority, callPort })) };
    };
    const [first, lagging] = [await openOne(), await openOne()];
    const polledPort = await balanceConnections([first.polledPort, lagging.polledPort], onTestFinished);
    await startPollingEnvoy('edge', authority, polledPort);
    const { answers, answersOf } = callWith(callPort);
    const tokens = [await sign(old), await sign(next)];
    await answers(tokens, [200, 'token_invalid']);
    await first.put('only', next);
    await answers(tokens, ['token_invalid', 200]);
    await first.close();
    // Its tables arrive.
    await lagging.write('apis/dog_park/v1/subscriptions.yaml', (text) => `${text}state: blocked\n`);
    await answers(tokens, ['token_invalid', 'subscription_blocked']);
    expect(await lagging.accepted()).toEqual([null]);
    await lagging.put('only', next);
    await eventually(async () => expect(await lagging.accepted()).toEqual([expect.any(String)]));
    expect(await answersOf(tokens)).toEqual(['token_invalid', 'subscription_blocked']);
  },
);

test.skipIf(!hasEnvoy)(
  `an Envoy fetches the keys once its control plane starts again with a key manager, also if those that it has are later than the table${whyNoEnvoy}`,
  async () => {
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const sources = await openSources({ only: makeSigningKey() }, upstream.url);
    const [authority, callPort, next] = [await makeAuthority(), await freePort(), makeSigningKey()];
    const first = await startControlPlane(sources.root, { authority, callPort });
    const ports = [first.polledPort];
    const envoy = await startPollingEnvoy('edge', authority, await balanceConnections(ports, onTestFinished));
    await sources.put('only', next);
    const { answers, answersOf } = callWith(callPort);
    const token = await sign(next);
    await answers([token], [200]);
    await first.close();
    const second = await startControlPlane(sources.root, { authority, callPort, fetchesKeys: true });
    ports.splice(0, 1, second.polledPort);
    await eventually(async () => expect(await second.accepted()).toEqual([expect.any(String)]));
    expect(await envoy.admin('/config_dump')).toContain('"remote_jwks"');
    expect(await answersOf([token])).toEqual([200]);
  },
);
