import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { followTls, renewTls } from '../listeners/follow-tls.ts';
import { closeListener, listen } from '../listeners/listen.ts';
import { ControlPlane, type ControlPlaneOptions, type EnvoyExports } from './control-plane.ts';
import type { ControlPlaneSettings } from '../served/control-plane-settings.ts';
import { createControlPlaneListener } from './create-control-plane-listener.ts';
import { openKeptText } from './publications/kept-text.ts';
import { openPublishedFile } from './publications/published-file.ts';
import { readControlPlaneTls } from './read-control-plane-tls.ts';

/** A control plane that listens. */
export interface OpenControlPlane {
  readonly controlPlane: ControlPlane;
  readonly url: string;
  /** In PEM. */
  readonly certificate: string;
  /** Loads new TLS material, if there is any. */
  readonly reloadTls: () => void;
}

type Surroundings = Pick<GatewayOptions, 'stateFolder' | 'report'> &
  Pick<ControlPlaneOptions, 'readEarlier' | 'noteInUse'>;

/** Opens the listener for Envoys, which `opened` closes; until the first table, polls are answered with 503. Rejects with a StartupError. */
export async function openControlPlane(
  { host, port, files }: ControlPlaneSettings,
  exports: EnvoyExports,
  { stateFolder, report, ...earlier }: Surroundings,
  opened: AsyncDisposableStack,
): Promise<OpenControlPlane> {
  const read = () => readControlPlaneTls(files);
  const material = await read();
  const warn = (message: string) => report({ type: 'warning', message });
  const { published, keep: keepPublished } = opened.use(await openPublishedFile(stateFolder, warn));
  const accepted = opened.use(await openKeptText(stateFolder, 'accepted.json', warn));
  const options = { ...exports, clock: systemClock, report, published, keepPublished, accepted, ...earlier };
  const controlPlane = opened.use(new ControlPlane(options));
  const app = opened.adopt(createControlPlaneListener(controlPlane, material), closeListener);
  const bound = await listen(app, { host, port, option: '--control-plane' });
  const followed = {
    tls: { calls: material, admin: undefined, authorization: undefined, read },
    takers: [(renewed: TlsMaterial) => renewTls(app.server, renewed)],
    files: Object.values<string>({ ...files }),
    report,
    listener: 'control-plane',
  } as const;
  return {
    controlPlane,
    url: `https://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    certificate: material.certificate,
    reloadTls: followTls(followed, opened),
  };
}
