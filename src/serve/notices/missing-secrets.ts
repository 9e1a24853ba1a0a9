import type { NoticeSettings } from '#compiled/settings/notice-settings.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import { messageOf } from '../served/startup-error.ts';

interface MissingSecretsOptions {
  readonly resolveSecret: ResolveSecret;
  readonly warn: (message: string) => void;
}

/**
 * Returns a function that warns of the secrets and authorities of settings that cannot be read, in one line and once while
 * they stay the same. It is called with the settings of each table that is served, so that the operator learns at the start
 * that nothing will be sent. It never rejects.
 */
export function openSecretCheck({
  resolveSecret,
  warn,
}: MissingSecretsOptions): (settings: NoticeSettings | undefined) => Promise<void> {
  let warned = '';
  return async ({ smtp, webhooks } = {}) => {
    const references = [smtp?.password, smtp?.ca, webhooks?.secret, webhooks?.ca];
    const failures = await Promise.all(
      references.map(async (reference) => {
        if (!reference) return [];
        return resolveSecret(reference).then(
          () => [],
          (error: unknown) => [messageOf(error)],
        );
      }),
    );
    const reasons = [...new Set(failures.flat())].join(' ');
    if (reasons !== '' && reasons !== warned) warn(`Some notices cannot be sent now: ${reasons}`);
    warned = reasons;
  };
}
