import type { Notices, OwnerMessage } from '#runtime/ports/notices/notices.ts';

/** A call to `Notices`, as it is sent between threads. */
export type NoticeQuestion =
  | { readonly method: 'send'; readonly message: OwnerMessage }
  | { readonly method: 'readLifecycle'; readonly apis: readonly string[] }
  | { readonly method: 'readLifecycleRevision' }
  | { readonly method: 'find'; readonly message: Pick<OwnerMessage, 'id' | 'api'> }
  | {
      readonly method: 'readWebhookKey';
      readonly application: string;
      readonly person: OwnerMessage['person'];
    };

type NoticeAnswer = Awaited<ReturnType<Notices[NoticeQuestion['method']]>>;

/** Sends a question to the thread that sends notices. Rejects if it cannot answer. */
export type CallNotices = (question: NoticeQuestion) => Promise<NoticeAnswer>;

/** Returns `Notices` whose methods send questions to another thread. */
export function noticesBy(call: CallNotices): Notices {
  const answer = async <Name extends NoticeQuestion['method']>(
    question: NoticeQuestion & { readonly method: Name },
  ): Promise<Awaited<ReturnType<Notices[Name]>>> =>
    // The answer has the type that belongs to the question's method.
    (await call(question)) as Awaited<ReturnType<Notices[Name]>>;
  return {
    readLifecycle: (apis) => answer({ method: 'readLifecycle', apis }),
    readLifecycleRevision: () => answer({ method: 'readLifecycleRevision' }),
    send: (message) => answer({ method: 'send', message }),
    find: (message) => answer({ method: 'find', message }),
    readWebhookKey: (application, person) => answer({ method: 'readWebhookKey', application, person }),
  };
}
