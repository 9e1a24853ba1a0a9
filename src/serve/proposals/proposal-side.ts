import { canonicalJson } from '#compiled/canonical-json.ts';
import { createSecretResolver } from '#platform/keys/secret-resolver.ts';
import { systemClock } from '#platform/system-clock.ts';
import { messageOf } from '../served/startup-error.ts';
import { folderOf, type ThreadOptions } from '../served/gateway-options.ts';
import { withDefinition } from './definition-text.ts';
import { KnownReviews } from './hosts/known-reviews.ts';
import { StoredPatches } from './stored-patches.ts';
import { orProblem, ProposalEngine } from './proposal-engine.ts';
import type { ProposalPlace, RepositoryQuestion, ThreadAnswer, ThreadRequest } from './proposal-questions.ts';
import { openTarget, readSecret, type RemoteTimeouts } from './proposal-target.ts';
import type { TimeWork } from './limits/work-limit.ts';
import { RepositoryUse } from './repository-use.ts';

/** A person waits for these, but the first fetch may have to read the whole history. */
const timeouts: RemoteTimeouts = { fetchMs: 60_000, pushMs: 60_000 };

interface OpenEngine {
  readonly key: string;
  readonly engine: Promise<ProposalEngine>;
  readonly opened: AsyncDisposableStack;
}

/** Makes proposals in a separate thread, because reading and linting many APIs takes long. */
export class ProposalSide {
  readonly #options: ThreadOptions;
  readonly #timeWork: TimeWork;
  readonly #stop = new AbortController();
  readonly #use = new RepositoryUse();
  readonly #patches = new StoredPatches();
  #open: OpenEngine | undefined;

  constructor(options: ThreadOptions, timeWork: TimeWork) {
    this.#options = options;
    this.#timeWork = timeWork;
  }

  answer({ question, definition, ...place }: ThreadRequest<RepositoryQuestion>) {
    const answer = async (): Promise<ThreadAnswer> => {
      if (question.method === 'readPatch') return this.#patches.read(question.patch, question.person);
      const engine = await this.#engineFor(place);
      switch (question.method) {
        case 'preview':
          return engine.preview(withDefinition(question.change, definition), question.person);
        case 'propose':
          return this.#patches.keep(
            await engine.propose(withDefinition(question.change, definition), question.person, question.base),
            question.person,
          );
        case 'readDetails':
          return engine.readDetails(question.api, question.person);
        case 'readDocument':
          return engine.readDocument(question.api, question.person);
        case 'list':
          return engine.list(question.person);
        case 'listAll':
          return engine.listAll(question.topic);
        case 'read':
          return engine.reviews.read(question.branch, question.person);
        case 'withdraw':
          return engine.reviews.withdraw(question.displayed, question.person);
        case 'decline':
          return engine.reviews.decline(question.displayed, question.person);
        case 'approve':
          return engine.reviews.approve(question.displayed, question.person);
        case 'readLintConfig':
          return engine.readLintConfig();
      }
    };
    return orProblem<ThreadAnswer>(() => this.#use.share(answer));
  }

  /** Packs the repository unless a question is being answered. Returns the error message if packing failed. */
  async tidy(): Promise<string | undefined> {
    try {
      await this.#use.useExclusively(async () => (await this.#open?.engine)?.tidy());
      return undefined;
    } catch (error) {
      return this.#stop.signal.aborted ? undefined : messageOf(error);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#open?.engine.catch(() => undefined);
    await this.#open?.opened.disposeAsync();
  }

  /**
   * Returns the engine for the current settings, which may change with a reload. If opening fails, the next question
   * tries again.
   */
  #engineFor(place: ProposalPlace): Promise<ProposalEngine> {
    const key = canonicalJson({ host: place.host, settings: place.settings ?? null });
    if (this.#open?.key === key) return this.#open.engine;
    const before = this.#open;
    const opened = new AsyncDisposableStack();
    const engine = this.#openEngine(place, opened, before);
    this.#open = { key, engine, opened };
    engine.catch(async () => {
      if (this.#open?.engine === engine) this.#open = undefined;
      await opened.disposeAsync();
    });
    return engine;
  }

  async #openEngine(
    { settings, host }: ProposalPlace,
    opened: AsyncDisposableStack,
    before: OpenEngine | undefined,
  ): Promise<ProposalEngine> {
    await before?.engine.catch(() => undefined);
    await before?.opened.disposeAsync();
    const { source, stateFolder, deployment } = this.#options;
    const resolveSecret = createSecretResolver(folderOf(source), process.env);
    const stop = this.#stop.signal;
    const clock = systemClock;
    const given = { source, stateFolder, resolveSecret, timeouts, clock, stop };
    const target = await openTarget(settings, given, opened);
    const read = async (reference: Parameters<typeof readSecret>[0] | undefined) =>
      reference && readSecret(reference, resolveSecret);
    return new ProposalEngine({
      target,
      deployment,
      host,
      clock,
      pushMs: timeouts.pushMs,
      timeWork: this.#timeWork,
      readSigningKey: () => read(settings?.signingKey),
      reviews: settings && new KnownReviews(settings, () => read(settings.credentials), clock),
    });
  }
}
