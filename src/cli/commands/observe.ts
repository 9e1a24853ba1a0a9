import { resolve } from 'node:path';
import { listenerHostPattern } from '#compiler/declaration/parts/listener-limits.ts';
import type { Observer } from '#runtime/observation/observer.ts';
import { requestsJson, jsonFormatOption } from '../arguments/json-format.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import type { ObservedDocument } from '../observe/observed-document.ts';

export const observeCommand: Command = {
  name: 'observe',
  summary: 'Compare the traffic of a service with its OpenAPI document.',
  details:
    'Reports how requests and answers differ from a document that nobody has enforced yet: undeclared operations, ' +
    'parameters, statuses and fields, wrong types and missing fields, each with the number of calls. With --upstream ' +
    'it is a reverse proxy that changes nothing and needs no token; it reports each difference when it is first seen, ' +
    'and all of them at its end. With --traffic it reads recorded calls. No report contains a value that a client or ' +
    'the service sent. Needs no configuration.',
  positionals: [{ name: 'FILE', summary: 'the OpenAPI document', required: true, isPath: true }],
  options: {
    upstream: {
      type: 'text',
      placeholder: 'URL',
      summary: 'The service that calls are passed on to; a path in it goes before that of each request.',
    },
    traffic: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'Recorded calls instead of a proxy: HAR, as browsers save it, or NDJSON with one call a line.',
    },
    host: { type: 'text', placeholder: 'HOST', summary: 'The address to listen on.', default: '127.0.0.1' },
    port: {
      type: 'integer',
      placeholder: 'PORT',
      summary: 'The port to listen on; 0 for a free one.',
      range: [0, 65_535],
      default: '8245',
    },
    calls: { type: 'integer', placeholder: 'N', summary: 'End after so many calls.', range: [1, 1e9] },
    seconds: { type: 'integer', placeholder: 'N', summary: 'End after this time.', range: [1, 2_000_000] },
    'timeout-seconds': {
      type: 'integer',
      placeholder: 'N',
      summary: 'How long the service may take until it begins to answer; then the client gets 504.',
      range: [1, 3600],
      default: '60',
    },
    suggest: {
      type: 'text',
      placeholder: 'FILE',
      summary:
        'Write the document with what it lacks: operations, parameters, statuses, media types and fields that were seen; - for standard output, with the report on standard error.',
    },
    'show-paths': {
      type: 'flag',
      summary:
        'Show all segments of undeclared paths that read like names. Without it only words of the document and usual ones are shown, since others may be data.',
    },
    ...jsonFormatOption,
  },
  alternatives: ['upstream', 'traffic'],
  examples: [
    {
      command: 'gatewright observe --upstream http://127.0.0.1:3000 openapi.yaml',
      does: 'listens on http://127.0.0.1:8245 until Ctrl+C, then prints the report',
    },
    {
      command: 'gatewright observe --traffic session.har openapi.yaml',
      does: 'compares what a browser has recorded',
    },
    {
      command: 'gatewright observe --traffic session.har --suggest openapi.yaml openapi.yaml',
      does: 'also adds to the document what it lacks',
    },
    {
      command: 'gatewright observe --upstream http://127.0.0.1:3000 --seconds 600 --format json openapi.yaml',
      does: 'observes for ten minutes, and prints the report as JSON',
    },
  ],
  exitCodes: {
    0: 'every call that was compared is as the document says',
    2: 'the command could not run',
    3: 'calls differ from the document',
  },
  run: observe,
};

async function observe(args: CommandArguments, io: Io): Promise<ExitCode> {
  const isJson = requestsJson(args);
  const source = readSource(args);
  const suggest = args.text('suggest');
  const [named = ''] = args.positionals;
  const [{ openObserved }, { Observer: ObserverOf }, views] = await Promise.all([
    import('../observe/observed-document.ts'),
    import('#runtime/observation/observer.ts'),
    import('../observe/render-observation.ts'),
  ]);
  const document = await openObserved(named, io);
  const observer = new ObserverOf({
    contract: document.definition.contract,
    basePaths: document.basePaths,
    upstreamPath: source.kind === 'live' ? source.proxy.upstream.pathname.replace(/\/+$/, '') : '',
    showsPaths: args.flag('show-paths'),
    report: (difference) => {
      if (source.kind === 'live') io.stderr.write(views.renderFirstSeen(difference));
    },
    warn: (message) => io.stderr.write(`warning: ${message}\n`),
  });
  const notes = await observeSource(source, document, observer, io);
  const { observation } = observer;
  const out = suggest === '-' ? io.stderr : io.stdout;
  const context = { document: named, notes };
  await out.deliver(
    isJson
      ? views.renderObservationJson(observation, context)
      : views.renderObservation(observation, context, out.paint),
  );
  if (suggest !== undefined) await writeSuggestion(suggest, document, observer, io);
  return observation.differences.length > 0 ? 3 : 0;
}

async function observeSource(
  source: Source,
  document: ObservedDocument,
  observer: Observer,
  io: Io,
): Promise<readonly string[]> {
  if (source.kind === 'recorded') {
    const { observeRecording } = await import('../observe/observe-recording.ts');
    return observeRecording(source.traffic, document, observer, io);
  }
  const { observeLive } = await import('../observe/observe-live.ts');
  return observeLive(source.proxy, source.end, observer, io);
}

type Source =
  | { readonly kind: 'recorded'; readonly traffic: string }
  | {
      readonly kind: 'live';
      readonly proxy: {
        readonly upstream: URL;
        readonly host: string;
        readonly port: number;
        readonly timeoutMs: number;
      };
      readonly end: { readonly calls: number | undefined; readonly seconds: number | undefined };
    };

/** Options that apply only to the proxy. */
const liveOnly = ['host', 'port', 'calls', 'seconds', 'timeout-seconds'];

function readSource(args: CommandArguments): Source {
  const traffic = args.text('traffic');
  if (traffic !== undefined) {
    const other = liveOnly.find((name) => args.list(name).length > 0);
    if (other !== undefined) throw new CommandError(`--traffic and --${other} cannot be combined.`);
    return { kind: 'recorded', traffic };
  }
  const host = args.requiredText('host');
  if (!new RegExp(listenerHostPattern).test(host))
    throw new CommandError(
      `${JSON.stringify(host)} is not a host.`,
      '--host takes an address such as 127.0.0.1.',
    );
  return {
    kind: 'live',
    proxy: {
      upstream: readUpstream(args.text('upstream') ?? ''),
      host,
      port: args.integer('port') ?? 0,
      timeoutMs: (args.integer('timeout-seconds') ?? 60) * 1000,
    },
    end: { calls: args.integer('calls'), seconds: args.integer('seconds') },
  };
}

function readUpstream(text: string): URL {
  const url = URL.parse(text);
  const help = '--upstream takes a URL such as http://127.0.0.1:3000/v1.';
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandError(`${JSON.stringify(text)} is not the URL of a service.`, help);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new CommandError('--upstream takes a URL without a user, a query and a fragment.', help);
  return url;
}

async function writeSuggestion(
  file: string,
  { definition, text: before }: ObservedDocument,
  { document, additions }: Observer,
  io: Io,
): Promise<void> {
  const { suggestDocument } = await import('../observe/suggest-document.ts');
  const { text, skipped } = suggestDocument(before, definition, document, additions);
  for (const one of skipped) io.stderr.write(`Not added: ${one}\n`);
  if (file === '-') return io.stdout.deliver(text);
  const { writeFileAtomically } = await import('#platform/files/write-file-atomically.ts');
  await explainDiskError(file, writeFileAtomically(resolve(io.cwd, file), text));
  io.stderr.write(text === before ? `Wrote ${file}, without additions.\n` : `Wrote ${file}.\n`);
}
