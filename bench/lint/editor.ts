import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type Diagnostic,
  type Position,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { FailedRun } from './measure.ts';

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** A client of the language server, which runs as a separate process, with one file of a folder open. */
export class Editor {
  readonly #server: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #uri: string;
  /** Rejects once the server has ended, however it has. */
  readonly #ended: Promise<never>;
  #version = 0;
  #published: (published: Published) => void = () => {};

  constructor(program: string, folder: string, file: string) {
    this.#uri = pathToFileURL(file).href;
    const words = [program, 'lsp', '--stdio'];
    const server = spawn(process.execPath, words, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#server = server;
    this.#ended = once(server, 'exit').then(([code]) => {
      throw new FailedRun(`${words.join(' ')} ended with exit code ${code}.`);
    });
    // Nobody waits for it at the end.
    this.#ended.catch(() => undefined);
    this.#connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    this.#connection.onNotification('textDocument/publishDiagnostics', (one: Published) => {
      if (one.uri === this.#uri && (one.version ?? this.#version) === this.#version) this.#published(one);
    });
    this.#connection.listen();
  }

  /** Opens the folder; the server knows the file as it is on disk. */
  async start(folder: string): Promise<void> {
    const rootUri = pathToFileURL(folder).href;
    const options = { processId: process.pid, rootUri, capabilities: {} };
    await Promise.race([this.#connection.sendRequest('initialize', options), this.#ended]);
    await this.#connection.sendNotification('initialized', {});
  }

  /** Opens the file; resolves once the server is idle. */
  async open(text: string): Promise<void> {
    this.#version += 1;
    const textDocument = { uri: this.#uri, languageId: 'yaml', version: this.#version, text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
    await this.rest();
  }

  /** Types a text at a position; resolves once its findings are shown. */
  async type(start: Position, text: string): Promise<void> {
    this.#version += 1;
    const version = this.#version;
    const found = new Promise<Published>((resolve) => (this.#published = resolve));
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.#uri, version },
      contentChanges: [{ range: { start, end: start }, text }],
    });
    await Promise.race([found, this.#ended]);
  }

  /** Resolves once the server has nothing left to do. */
  async rest(): Promise<void> {
    const start = { line: 0, character: 0 };
    const actions = this.#connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: this.#uri },
      range: { start, end: start },
      context: { diagnostics: [] },
    });
    await Promise.race([actions, this.#ended]);
  }

  /** The processor time that the server has used, in seconds; the kernel counts it in hundredths. */
  get processorSeconds(): number {
    const fields = readFileSync(`/proc/${this.#server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** The most resident memory that the server has had, in megabytes. */
  get peakMegabytes(): number {
    const status = readFileSync(`/proc/${this.#server.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  async close(): Promise<void> {
    const exited = once(this.#server, 'exit');
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    await exited;
  }
}
