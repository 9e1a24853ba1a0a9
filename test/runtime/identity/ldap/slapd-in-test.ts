import { once } from 'node:events';
import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'ldapts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { freePorts } from '../../free-port.ts';

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

/** Debian's directory server; undefined if it is not installed. */
export const slapd = existsSync('/etc/ldap/schema/core.schema')
  ? folders.map((folder) => join(folder, 'slapd')).find(isExecutable)
  : undefined;

/** The message of a skipped test. */
export const slapdNeeded = slapd === undefined ? " (skipped: Debian's slapd is not installed)" : '';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const adminDn = 'cn=admin,dc=example,dc=edu';
const adminPassword = 'password of the administrator';

/** A directory on free ports of loopback, with a certificate for 127.0.0.1 of its own authority. */
export interface SlapdInTest {
  readonly port: number;
  readonly tlsPort: number;
  /** PEM. */
  readonly ca: string;
  /** The directory's requests since the last call, one per operation, as `BIND dn="…"`. */
  takeOperations(): Promise<readonly string[]>;
  /** Changes its entries as its administrator. */
  change(work: (client: Client) => Promise<unknown>): Promise<void>;
  /** Nothing listens at its ports until it is started again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openSlapd(ldif: string): Promise<SlapdInTest> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-slapd-'));
  const { ca, certificate, key } = await makeCertificates(['127.0.0.1'], Date.now());
  await mkdir(join(folder, 'db'));
  const files = { 'cert.pem': certificate, 'key.pem': key, 'slapd.conf': configure(folder), 'a.ldif': ldif };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const configuration = ['-f', join(folder, 'slapd.conf')];
  execFileSync(slapd ?? '', ['-T', 'add', ...configuration, '-l', join(folder, 'a.ldif')]);
  const [port = 0, tlsPort = 0] = await freePorts(2);
  const urls = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`;
  let log = '';
  const start = async () => {
    const started = spawn(slapd ?? '', [...configuration, '-h', urls, '-d', 'stats'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    await untilReachable(tlsPort);
    return started;
  };
  let server = await start();
  const isRunning = () => server.exitCode === null && server.signalCode === null;
  const stop = async () => {
    server.kill();
    if (isRunning()) await once(server, 'close');
  };
  return {
    port,
    tlsPort,
    ca,
    takeOperations: async () => {
      // The log comes through a separate pipe: one more connection shows how far it has come.
      const marker = await reach(port);
      while (!log.includes(`ACCEPT from IP=127.0.0.1:${marker} `) || openConnections(log) > 0) await sleep(5);
      const operations = log.matchAll(/ op=\d+ (BIND dn=.* method=.*|SRCH base=.*|EXT .*)$/gm);
      const taken = [...operations].map(([, operation = '']) => operation);
      log = '';
      return taken;
    },
    change: async (work) => {
      const client = new Client({ url: `ldap://127.0.0.1:${port}` });
      await client.bind(adminDn, adminPassword);
      await work(client);
      await client.unbind();
    },
    stop,
    start: async () => {
      if (!isRunning()) server = await start();
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

function configure(folder: string): string {
  return `\
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9.1 NAME 'withGuid' SUP top AUXILIARY MAY objectGUID )
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
suffix "dc=example,dc=edu"
directory ${folder}/db
rootdn "${adminDn}"
rootpw "${adminPassword}"
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=reader,dc=example,dc=edu" read by anonymous auth by * none
`;
}

function openConnections(log: string): number {
  return (log.match(/ ACCEPT /g)?.length ?? 0) - (log.match(/ closed\b/g)?.length ?? 0);
}

async function untilReachable(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await reach(port).catch(() => undefined)) !== undefined) return;
    await sleep(25);
  }
  throw new Error('slapd does not start');
}

/** Connects and hangs up; returns the port of the connection. */
async function reach(port: number): Promise<number | undefined> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return socket.localPort;
  } finally {
    socket.destroy();
  }
}
