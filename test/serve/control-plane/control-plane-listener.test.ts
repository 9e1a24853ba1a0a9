import { copyFile, readFile } from 'node:fs/promises';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf } from '#compiled/digest.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import type { EnvoyExports } from '#serve/control-plane/control-plane.ts';
import { openControlPlane } from '#serve/control-plane/open-control-plane.ts';
import { StartupError } from '#serve/served/startup-error.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { eventually } from '../../eventually.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { type Authority, makeAuthority } from './authority-in-test.ts';
import { restrictNothing } from './stand-in-resources.ts';

const resources: EnvoyResources = {
  listeners: [],
  routes: [],
  clusters: [{ '@type': 'type.example.edu/Cluster', name: 'dogs' }],
  extensionConfigs: [],
  secrets: [{ '@type': 'type.example.edu/Secret', name: 'of-dogs', secret: 'not for the log' }],
};

const exports: EnvoyExports = {
  exportTable: () => ({ resources, refusals: [] }),
  exportKeys: () => ({ '@type': 'type.example.edu/Keys', name: 'tokens' }),
  ...restrictNothing,
};

async function open(authority: Authority) {
  const { certificate, key } = authority.issue('control-plane.example.edu');
  const files = { certificate, key, clientAuthorities: authority.file };
  const events: GatewayEvent[] = [];
  // Before what writes into it: what is registered last is cleaned up first.
  const stateFolder = await makeTestFolder(onTestFinished);
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const options = { stateFolder, report: (event: GatewayEvent) => void events.push(event) };
  const settings = { host: '127.0.0.1', port: 0, files };
  const { controlPlane, url, reloadTls } = await openControlPlane(settings, exports, options, opened);
  return {
    url,
    files,
    events,
    reloadTls,
    publish: () => controlPlane.publish({ digest: digestOf('one') } as Compiled, undefined, 'keys'),
  };
}

interface Poll {
  readonly path?: string;
  readonly body?: unknown;
}

/** Polls with a certificate, if any; a string is the node id of an ordinary poll. */
async function poll(
  url: string,
  connect: NonNullable<Agent.Options['connect']>,
  asked: string | Poll = 'edge',
) {
  const { path = '/v3/discovery:clusters', body } =
    typeof asked === 'string' ? { body: { node: { id: asked } } } : asked;
  const dispatcher = new Agent({ connect });
  onTestFinished(() => dispatcher.destroy());
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  const answer = await request(`${url}${path}`, { dispatcher, method: 'POST', headers, body: text });
  return { status: answer.statusCode, text: await answer.body.text() };
}

describe('the listener for Envoys', () => {
  test('answers an Envoy by the name in its certificate, and by names below it', async () => {
    const authority = await makeAuthority();
    const { url, publish } = await open(authority);
    authority.issue('edge');
    const edge = await authority.read('edge');
    expect(await poll(url, edge)).toEqual({ status: 503, text: '{"message":"No table is published yet."}' });
    publish();
    const { status, text } = await poll(url, edge);
    expect([status, JSON.parse(text)]).toMatchObject([200, { resources: [{ name: 'dogs' }] }]);
    expect(await poll(url, edge, 'edge/7')).toMatchObject({ status: 200 });
    const refused = {
      status: 403,
      text: '{"message":"The node id is not a name in the certificate of the client: edge."}',
    };
    for (const name of ['west', 'edge7', 'edg', '']) expect(await poll(url, edge, name)).toEqual(refused);
  });

  test('answers 304 to an Envoy that has the published version', async () => {
    const authority = await makeAuthority();
    const { url, publish } = await open(authority);
    publish();
    authority.issue('edge');
    const edge = await authority.read('edge');
    const { version_info: version } = JSON.parse((await poll(url, edge)).text) as {
      readonly version_info: string;
    };
    const again = { node: { id: 'edge' }, version_info: version };
    expect(await poll(url, edge, { body: again })).toEqual({ status: 304, text: '' });
  });

  test('gives nothing to a client without a certificate, or with one of another authority', async () => {
    const [authority, other] = [await makeAuthority(), await makeAuthority()];
    const { url, publish, events } = await open(authority);
    publish();
    other.issue('edge');
    const ca = await readFile(authority.file, 'utf8');
    await expect(poll(url, { ca })).rejects.toThrow();
    await expect(poll(url, { ...(await other.read('edge')), ca })).rejects.toThrow();
    expect(events).toEqual([{ type: 'published', digest: digestOf('one') }]);
  });

  test('refuses what is not a poll', async () => {
    const authority = await makeAuthority();
    const { url, publish } = await open(authority);
    publish();
    authority.issue('edge');
    const edge = await authority.read('edge');
    const unreadable = '{"message":"The request cannot be read."}';
    const notOne = '{"message":"The body is not a DiscoveryRequest with a node id."}';
    expect([
      await poll(url, edge, { body: '{' }),
      await poll(url, edge, { body: [] }),
      await poll(url, edge, { body: { node: {} } }),
      await poll(url, edge, { body: { node: { id: 'edge' }, resource_names: [1] } }),
      await poll(url, edge, { body: { node: { id: 'edge' }, resource_names: ['dogs', 'cats'] } }),
      await poll(url, edge, { body: { node: { id: 'edge' }, resource_names: ['x'.repeat(20_000)] } }),
      await poll(url, edge, { body: { node: { id: 'edge/\u001b[2J' } } }),
      await poll(url, edge, { body: { node: { id: `edge/${'x'.repeat(300)}` } } }),
      await poll(url, edge, { path: '/v3/discovery:endpoints', body: {} }),
      await poll(url, edge, { path: '/status', body: {} }),
    ]).toEqual([
      { status: 400, text: unreadable },
      { status: 400, text: notOne },
      { status: 400, text: notOne },
      { status: 400, text: notOne },
      { status: 400, text: notOne },
      { status: 400, text: notOne },
      { status: 400, text: notOne },
      { status: 400, text: notOne },
      { status: 404, text: '{"message":"The page does not exist."}' },
      { status: 404, text: '{"message":"The page does not exist."}' },
    ]);
  });

  test('follows the authorities of its clients', async () => {
    const [authority, other] = [await makeAuthority(), await makeAuthority()];
    const { url, publish, files, events, reloadTls } = await open(authority);
    publish();
    other.issue('edge');
    const edge = { ...(await other.read('edge')), ca: await readFile(authority.file, 'utf8') };
    await expect(poll(url, edge)).rejects.toThrow();
    await copyFile(other.file, files.clientAuthorities);
    reloadTls();
    await eventually(() => expect(events.map(({ type }) => type)).toContain('tls-reloaded'));
    expect(await poll(url, edge)).toMatchObject({ status: 200 });
  });

  test('does not start with material that is not usable', async () => {
    const authority = await makeAuthority();
    const { files } = await open(authority);
    const start = (changed: object) =>
      openControlPlane(
        { host: '127.0.0.1', port: 0, files: { ...files, ...changed } },
        exports,
        { stateFolder: authority.folder, report: () => undefined },
        new AsyncDisposableStack(),
      );
    await expect(start({ key: '/missing.pem' })).rejects.toThrow(
      new StartupError(
        'The TLS material of the control plane is not usable: /missing.pem cannot be read (the file does not exist).',
      ),
    );
    await expect(start({ clientAuthorities: files.key })).rejects.toThrow(
      new StartupError(`The file ${files.key} does not contain a certificate in PEM.`),
    );
    await expect(start({ certificate: authority.file })).rejects.toThrow(/or do not match/);
  });
});
