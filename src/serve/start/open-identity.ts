import { join } from 'node:path';
import { createSecretResolver } from '#platform/keys/secret-resolver.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { ReportUnavailable } from '#runtime/ports/errors.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import { unavailableReporter } from '../observability/report-unavailable.ts';
import { folderOf } from '../served/gateway-options.ts';
import type { OpenGeneratedKey } from '../served/served-generation.ts';
import { openFailedLogins } from '../services/open-failed-logins.ts';
import { holdGeneratedKey, holdGeneratedKeyFile } from '../services/open-key-ring.ts';
import { locateFailures } from '../sources/secret-references.ts';
import type { OpenState } from './open-state.ts';
import type { OpenTables } from './open-tables.ts';

/** The secrets, the gateway's own key and the logins, for all threads of a gateway. */
export interface OpenIdentity {
  /** Resolves secrets. Its errors name the location of the reference in the sources. */
  readonly resolveSecret: ResolveSecret;
  /** The file of the key that signs tokens if the sources declare none. */
  readonly generatedKeyFile: string;
  readonly readGeneratedKey: () => Promise<string>;
  readonly openGeneratedKey: OpenGeneratedKey;
  readonly loginLimits: LoginLimits;
  readonly reportUnavailable: ReportUnavailable;
}

/** Opens what tokens and logins need; `opened` closes it. Rejects with a StartupError. */
export async function openIdentity(
  { options }: OpenState,
  { source, declared }: OpenTables,
  opened: AsyncDisposableStack,
): Promise<OpenIdentity> {
  const { stateFolder, report } = options;
  const resolveSecret = locateFailures(
    createSecretResolver(folderOf(options.source), process.env),
    (reference) => source.describePlace(reference),
  );
  const services = { clock: systemClock, resolveSecret, report };
  const loginLimits = await openFailedLogins(declared.state, services, opened);
  const generatedKeyFile = join(stateFolder, 'signing-key.pem');
  const readGeneratedKey = holdGeneratedKeyFile(generatedKeyFile);
  const warn = (message: string) => report({ type: 'warning', message });
  return {
    resolveSecret,
    generatedKeyFile,
    readGeneratedKey,
    openGeneratedKey: holdGeneratedKey(generatedKeyFile, readGeneratedKey),
    loginLimits,
    reportUnavailable: unavailableReporter(warn, systemClock),
  };
}
