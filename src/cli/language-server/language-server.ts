import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CodeActionKind,
  DidChangeWatchedFilesNotification,
  TextDocuments,
  TextDocumentSyncKind,
  type CodeAction,
  type CodeActionParams,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { findCodeActions } from './code-actions.ts';
import { FolderSession, type Editor } from './folder-session.ts';
import { fileIn } from './lint-folder.ts';

const watchedFiles = '**/*.{yaml,yml,json}';

/** What a client is served with. */
export interface LanguageServerOptions {
  /** The configuration, relative to each folder of the workspace. */
  readonly configFile: string;
  /** The folder of a client that names none, absolute. */
  readonly cwd: string;
  readonly version: string;
}

/** Serves the Language Server Protocol 3.17: diagnostics of everything declared, over unsaved buffers, and quick fixes. */
export class LanguageServer {
  readonly #connection: Connection;
  readonly #options: LanguageServerOptions;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #sessions = new Map<string, FolderSession>();
  #canWatch = false;

  constructor(connection: Connection, options: LanguageServerOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#start());
    connection.onDidChangeWatchedFiles(() => this.#relintAll());
    connection.onCodeAction((params) => this.#findActions(params));
    this.#documents.onDidChangeContent(() => this.#relintAll());
    this.#documents.onDidClose(() => this.#relintAll());
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize({ workspaceFolders, capabilities }: InitializeParams): InitializeResult {
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? [];
    const roots = folders.filter((uri) => uri.startsWith('file:')).map((uri) => fileURLToPath(uri));
    for (const root of roots.length > 0 ? roots : [this.#options.cwd]) this.#open(root);
    this.#canWatch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
      serverInfo: { name: 'gatewright', version: this.#options.version },
    };
  }

  async #start(): Promise<void> {
    this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const { uri } of removed) void this.#close(fileURLToPath(uri));
      for (const { uri } of added) this.#open(fileURLToPath(uri)).relint();
    });
    if (this.#canWatch) {
      await this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: watchedFiles }],
      });
    }
    this.#relintAll();
  }

  #open(folder: string): FolderSession {
    const editor: Editor = {
      buffers: () =>
        this.#documents.all().map((document) => ({ uri: document.uri, text: document.getText() })),
      publish: (uri, diagnostics) =>
        void this.#connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] }),
      logError: (message) => this.#connection.console.error(message),
    };
    const config = join(folder, this.#options.configFile);
    const session = new FolderSession(dirname(config), basename(config), editor);
    this.#sessions.set(folder, session);
    return session;
  }

  async #close(folder: string): Promise<void> {
    const session = this.#sessions.get(folder);
    this.#sessions.delete(folder);
    await session?.close();
  }

  #relintAll(): void {
    for (const session of this.#sessions.values()) session.relint();
  }

  #findActions({ textDocument, range }: CodeActionParams): CodeAction[] {
    const document = this.#documents.get(textDocument.uri);
    const session = [...this.#sessions.values()].find(
      ({ root }) => fileIn(root, textDocument.uri) !== undefined,
    );
    if (!document || !session?.report) return [];
    return [...findCodeActions(document, range, session.report)];
  }
}
