import { systemClock } from '#platform/system-clock.ts';
import type { GrantPages } from '../admin/register-grants.ts';
import { LifecycleRecord } from '../notices/lifecycle/lifecycle-record.ts';
import { openLifecycleNotices } from '../notices/lifecycle/lifecycle-notices.ts';
import { openSecretCheck } from '../notices/missing-secrets.ts';
import { openNotices } from '../notices/open-notices.ts';
import type { CallNotices } from '../notices/notice-questions.ts';
import { openSavedText } from '../services/saved-text.ts';
import type { OpenIdentity } from './open-identity.ts';
import type { OpenState } from './open-state.ts';

/** What sends notices, and records the lifecycle of API versions. */
export interface NoticesOfGateway {
  readonly callNotices: CallNotices;
  /** Returns what each loaded table is to be passed to, with the store that all gateways share. */
  readonly followTables: (
    openStore: GrantPages['operations']['openStore'],
  ) => ReturnType<typeof openLifecycleNotices>;
}

/** Opens what sends notices; `opened` closes it. */
export async function openGatewayNotices(
  { options, serving, audit }: OpenState,
  { resolveSecret }: OpenIdentity,
  opened: AsyncDisposableStack,
): Promise<NoticesOfGateway> {
  const warn = (message: string) => options.report({ type: 'warning', message });
  const { saved, keep } = opened.use(await openSavedText(options.stateFolder, 'lifecycle.json', warn));
  const record = new LifecycleRecord(saved, systemClock());
  const served = () => serving.table?.manifest;
  const { answer, notify } = openNotices({ served, resolveSecret, audit, warn, record }, opened);
  return {
    callNotices: answer,
    followTables: (openStore) => {
      const note = openLifecycleNotices({ record, keep, notify, openStore, clock: systemClock });
      const checkSecrets = openSecretCheck({ resolveSecret, warn });
      return (manifest, committedAt) => {
        void checkSecrets(manifest.gateway.notices);
        note(manifest, committedAt);
      };
    },
  };
}
