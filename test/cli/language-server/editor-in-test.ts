import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type CodeAction,
  type CodeActionContext,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  type Position,
  type Range,
} from 'vscode-languageserver/node';
import { onTestFinished } from 'vitest';
import { main } from '../run-gatewright.ts';

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** A client of the Language Server Protocol that has a folder open, and the server as a separate process. */
export class EditorInTest {
  readonly #folder: string;
  readonly #connection: ProtocolConnection;
  readonly #shown = new Map<string, readonly Diagnostic[]>();
  readonly #versions = new Map<string, number | undefined>();
  readonly #waiting = new Set<() => void>();
  readonly #allVersions: (number | undefined)[] = [];
  /** The messages that the server has logged. */
  readonly logged: string[] = [];
  readonly exited: Promise<number>;
  initialized!: InitializeResult;

  constructor(folder: string, words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    this.#folder = folder;
    const server = spawn(process.execPath, [main, 'lsp', '--stdio', ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    onTestFinished(() => void server.kill());
    this.exited = once(server, 'exit').then(([code]) => code as number);
    this.#connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    this.#connection.onNotification('textDocument/publishDiagnostics', (published: Published) =>
      this.#show(published),
    );
    this.#connection.onNotification('window/logMessage', ({ message }: { readonly message: string }) => {
      this.logged.push(message);
    });
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.listen();
  }

  async start(params: Partial<InitializeParams> = {}): Promise<void> {
    const uri = pathToFileURL(this.#folder).href;
    this.initialized = await this.#connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'test' }],
      capabilities: {},
      ...params,
    });
    await this.#connection.sendNotification('initialized', {});
  }

  uriOf(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href;
  }

  /** Sends a notification that this client has no method for. */
  notify(method: string, params: object): Promise<void> {
    return this.#connection.sendNotification(method, params);
  }

  open(file: string, text: string): Promise<void> {
    return this.openAs(this.uriOf(file), text);
  }

  /** Opens a buffer by a URI that the client spells in its own way. */
  openAs(uri: string, text: string): Promise<void> {
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    return this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  /** Replaces a range of an open buffer. */
  change(file: string, version: number, range: Range, text: string): Promise<void> {
    return this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.uriOf(file), version },
      contentChanges: [{ range, text }],
    });
  }

  /** Closes a buffer without saving it. */
  close(file: string): Promise<void> {
    return this.#connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: this.uriOf(file) },
    });
  }

  /** Asks about a position of an open buffer. */
  async ask<Answer>(method: string, file: string, position: Position): Promise<Answer> {
    return this.askAt(method, this.uriOf(file), position);
  }

  /** The same of a URI. */
  async askAt<Answer>(method: string, uri: string, position: Position): Promise<Answer> {
    return this.#connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position });
  }

  actions(
    file: string,
    range: Range,
    context: CodeActionContext = { diagnostics: [] },
  ): Promise<readonly CodeAction[]> {
    return this.#connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: this.uriOf(file) },
      range,
      context,
    });
  }

  /**
   * Resolves once the server has reported exactly this many diagnostics of a file; otherwise vitest's time limit ends
   * the test.
   */
  shows(file: string, count: number): Promise<readonly Diagnostic[]> {
    return this.showsIn(this.uriOf(file), count);
  }

  /** The same of a URI. */
  async showsIn(uri: string, count: number): Promise<readonly Diagnostic[]> {
    for (;;) {
      const shown = this.#shown.get(uri);
      if (shown?.length === count) return shown;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** All that is shown, by URI, once the server has processed all that it was sent. */
  async showsAll(): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
    const start = { line: 0, character: 0 };
    // The server answers this when it has nothing left to lint.
    await this.actions('gateway.config.yaml', { start, end: start });
    return this.shownNow;
  }

  /** What is shown by now, by URI. */
  get shownNow(): ReadonlyMap<string, readonly Diagnostic[]> {
    return new Map([...this.#shown].filter(([, { length }]) => length > 0));
  }

  async shutDown(): Promise<void> {
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
  }

  /** The version of a buffer that the diagnostics shown for it are about. */
  versionOf(file: string): number | undefined {
    return this.#versions.get(this.uriOf(file));
  }

  /** The versions that diagnostics were shown for, of any buffer, in their order. */
  get allVersions(): readonly (number | undefined)[] {
    return this.#allVersions;
  }

  #show({ uri, version, diagnostics }: Published): void {
    this.#shown.set(uri, diagnostics);
    this.#versions.set(uri, version);
    this.#allVersions.push(version);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
