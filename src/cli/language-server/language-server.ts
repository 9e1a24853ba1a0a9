import { basename, dirname, parse, resolve } from 'node:path';
import { editedDocument } from './edited-document.ts';
import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CompletionItem,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Hover,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type TextDocumentPositionParams,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { findCodeActions } from './code-actions.ts';
import { findCompletions } from './editing/find-completions.ts';
import { findDefinition } from './editing/find-definition.ts';
import { findHover } from './editing/find-hover.ts';
import { completeOpenapi } from './editing/openapi/complete-openapi.ts';
import { describeOpenapi } from './editing/openapi/describe-openapi.ts';
import { FolderFiles } from './folder-files.ts';
import { type Editor, FolderSession } from './folder-session.ts';
import { foldersOf, pathOf, pathsOf } from './folders-of.ts';

const watchedFiles = '**/*.{yaml,yml,json}';

/** The options of a language server. */
export interface LanguageServerOptions {
  /** The configuration, relative to each folder of the workspace. */
  readonly configFile: string;
  /** The absolute path of the folder to open if the client names none. */
  readonly cwd: string;
  readonly version: string;
}

/**
 * Serves the Language Server Protocol 3.17: diagnostics of all declarations, including unsaved buffers, quick fixes,
 * hover, completion and go-to-definition.
 */
export class LanguageServer {
  readonly #connection: Connection;
  readonly #options: LanguageServerOptions;
  readonly #documents = new TextDocuments(editedDocument);
  readonly #sessions = new Map<string, FolderSession>();
  /** The folders of `#sessions` that the client has not opened, although it has opened documents in them. */
  readonly #unopenedFolders = new Set<string>();
  #client: ClientCapabilities = {};

  constructor(connection: Connection, options: LanguageServerOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#start());
    connection.onShutdown(() => this.#end());
    connection.onDidChangeWatchedFiles(() => this.#relintAll());
    connection.onCodeAction((params) => this.#findActions(params));
    connection.onHover((params) => this.#hover(params));
    connection.onCompletion((params) => this.#complete(params));
    connection.onDefinition((params) => this.#define(params));
    this.#documents.onDidChangeContent(({ document }) => this.#relint(document.uri));
    this.#documents.onDidSave(() => this.#relintAll());
    this.#documents.onDidClose(({ document }) => this.#leave(document.uri));
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize(params: InitializeParams): InitializeResult {
    this.#client = params.capabilities;
    for (const folder of foldersOf(params, this.#options.cwd)) this.#open(folder);
    return {
      capabilities: {
        // A client that cannot watch files reports at least the files that it saves.
        textDocumentSync: {
          openClose: true,
          change: TextDocumentSyncKind.Incremental,
          save: !this.#canWatch,
        },
        hoverProvider: true,
        definitionProvider: true,
        completionProvider: { triggerCharacters: [' ', ':', '"', "'", '{', '[', ',', '/', '#'] },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
      serverInfo: { name: 'gatewright', version: this.#options.version },
    };
  }

  async #end(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
  }

  get #canWatch(): boolean {
    return this.#client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  }

  async #start(): Promise<void> {
    this.#relintAll();
    if (this.#client.workspace?.workspaceFolders) this.#followFolders();
    if (!this.#canWatch) return;
    const watchers = [{ globPattern: watchedFiles }];
    await this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }

  #followFolders(): void {
    this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const folder of pathsOf(removed)) void this.#close(folder);
      for (const folder of pathsOf(added)) this.#open(folder).relint();
    });
  }

  /** The session of a folder, created on first use. */
  #open(folder: string): FolderSession {
    const config = resolve(folder, this.#options.configFile);
    const session =
      this.#sessions.get(folder) ?? new FolderSession(dirname(config), basename(config), this.#editor);
    this.#sessions.set(folder, session);
    return session;
  }

  get #editor(): Editor {
    return {
      buffers: () =>
        this.#documents.all().map((one) => ({ uri: one.uri, version: one.version, text: one.getText() })),
      refresh: (uris) => uris.forEach((uri) => this.#publish(uri)),
      logError: (message) => this.#connection.console.error(message),
    };
  }

  async #close(folder: string): Promise<void> {
    const session = this.#sessions.get(folder);
    this.#sessions.delete(folder);
    await session?.close();
  }

  /** Checks the folders that contain a file. If none does, checks only the open documents in the file's directory. */
  #relint(uri: string): void {
    const path = pathOf(uri);
    if (path !== undefined && this.#sessionsOf(uri).length === 0) this.#openFolderOfDocument(dirname(path));
    for (const session of this.#sessionsOf(uri)) session.relint();
  }

  /** Documents outside of the folders are checked as long as they are open. */
  #openFolderOfDocument(folder: string): void {
    this.#sessions.set(folder, new FolderSession(folder, undefined, this.#editor));
    this.#unopenedFolders.add(folder);
  }

  #leave(uri: string): void {
    this.#relint(uri);
    for (const folder of this.#unopenedFolders) {
      if (this.#sessions.get(folder)?.files.open.size !== 0) continue;
      this.#unopenedFolders.delete(folder);
      void this.#close(folder);
    }
  }

  #relintAll(): void {
    for (const session of this.#sessions.values()) session.relint();
  }

  /**
   * Publishes the findings of a file. If the file is in several nested folders, the oldest checked version is
   * published.
   */
  #publish(uri: string): void {
    const sessions = this.#sessionsThatShow(uri);
    const versions = sessions.flatMap((session) => session.versionOf(uri) ?? []);
    const found = sessions.map((session) => session.diagnosticsOf(uri)).filter(({ length }) => length > 0);
    void this.#connection.sendDiagnostics({
      uri,
      ...(versions.length > 0 && { version: Math.min(...versions) }),
      // The findings of one folder are already distinct.
      diagnostics: found.length > 1 ? distinctValues(found.flat()) : [...(found[0] ?? [])],
    });
  }

  /**
   * The sessions whose findings of a file are shown. If the file is in a project, sessions without a project are
   * excluded.
   */
  #sessionsThatShow(uri: string): readonly FolderSession[] {
    const sessions = [...this.#sessions.values()];
    const isInProject = this.#sessionsOf(uri).some(({ lastReport }) => lastReport?.isProject);
    return isInProject ? sessions.filter(({ lastReport }) => lastReport?.isProject !== false) : sessions;
  }

  /** Hover, completion and go-to-definition do not wait for a check: they use the current text and the last report. */
  async #hover({ textDocument, position }: TextDocumentPositionParams): Promise<Hover | undefined> {
    const document = this.#documents.get(textDocument.uri);
    const session = this.#nearestSession(textDocument.uri);
    if (!document) return undefined;
    const described = await describeOpenapi(document, position);
    return findHover(document, position, session?.lastReport, described);
  }

  async #complete({ textDocument, position }: TextDocumentPositionParams): Promise<CompletionItem[]> {
    const document = this.#documents.get(textDocument.uri);
    const session = this.#nearestSession(textDocument.uri);
    if (!document) return [];
    const files = this.#filesAround(textDocument.uri);
    return [
      ...findCompletions(document, position, session?.declared),
      ...(files ? await completeOpenapi(document, position, files) : []),
    ];
  }

  async #define({ textDocument, position }: TextDocumentPositionParams): Promise<Location | undefined> {
    const document = this.#documents.get(textDocument.uri);
    const session = this.#nearestSession(textDocument.uri);
    const files = this.#filesAround(textDocument.uri);
    return document && files && findDefinition(document, position, files, session?.declared);
  }

  /**
   * The files that a document can refer to: those of its folder, or all files on its disk if it is outside of the
   * opened folders. Undefined if the URI does not name a file.
   */
  #filesAround(uri: string): FolderFiles | undefined {
    const files = this.#nearestSession(uri)?.files;
    const path = pathOf(uri);
    if (files && !this.#unopenedFolders.has(files.root)) return files;
    return path === undefined ? undefined : new FolderFiles(parse(path).root, this.#editor.buffers);
  }

  /**
   * The session of the innermost folder that contains a file and has a configuration; otherwise of the innermost
   * folder.
   */
  #nearestSession(uri: string): FolderSession | undefined {
    const sessions = this.#sessionsOf(uri).toSorted((a, b) => b.files.root.length - a.files.root.length);
    return sessions.find((session) => session.hasConfiguration) ?? sessions[0];
  }

  /** The sessions of the folders that contain a file. */
  #sessionsOf(uri: string): readonly FolderSession[] {
    return [...this.#sessions.values()].filter(({ files }) => files.fileOf(uri) !== undefined);
  }

  async #findActions({ textDocument, range, context }: CodeActionParams): Promise<CodeAction[]> {
    if (!requestsFixes(context.only)) return [];
    const sessions = [...this.#sessions.values()];
    const reports = await Promise.all(sessions.map((session) => session.currentReport()));
    const document = this.#documents.get(textDocument.uri);
    if (!document) return [];
    return distinctValues(
      sessions.flatMap(({ files }, index) => {
        const report = reports[index];
        return report ? findCodeActions(document, range, report, files) : [];
      }),
    );
  }
}

/** If a client names no code action kind, it wants all of them (LSP 3.17, "CodeActionContext"). */
function requestsFixes(kinds: readonly CodeActionKind[] = []): boolean {
  return kinds.length === 0 || kinds.some((kind) => kind === '' || kind === CodeActionKind.QuickFix);
}

/** Plain values without duplicates: a finding that two folders report for the same file is shown once. */
function distinctValues<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
