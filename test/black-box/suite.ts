import { expect } from 'vitest';
import type { VersioningStyle } from '#compiled/settings/gateway-settings.ts';
import type { AtEnd } from '../platform/in-folder.ts';
import type { Attack } from './attacks/attack.ts';
import { attackPlane, expectHonest, type Attacked } from './attacks/attack-plane.ts';
import { openHttp1Channel } from './attacks/http1-channel.ts';
import { sendAttacks, type AttackOutcomes } from './attacks/send-attacks.ts';
import type { BlackBoxCase } from './black-box-case.ts';
import { issueTokens } from './issue-tokens.ts';
import { openBuiltInPlane } from './planes/built-in-plane.ts';
import type { RunningPlane } from './planes/running-plane.ts';
import { openRecordingUpstream } from './recording-upstream.ts';
import { writeRepositories, type Repository } from './repository/write-repository.ts';
import { sendCase, type Target } from './send-case.ts';

/** Starts a data plane for a repository, given the gateway that is its key manager. */
export type OpenPlane = (
  repository: Repository,
  keyManager: RunningPlane,
  atEnd: AtEnd,
) => Promise<RunningPlane>;

const way = { openChannel: (target: Target) => openHttp1Channel(target) };

/** A data plane for each style of versions, before one upstream. */
export class Suite {
  private readonly planes = new Map<VersioningStyle, RunningPlane>();
  private readonly targets = new Map<VersioningStyle, Target>();
  /** The gateways that are the key managers, which are built-in data planes of the same repositories. */
  private readonly keyManagers = new Map<VersioningStyle, Target>();

  static async open(openPlane: OpenPlane, atEnd: AtEnd): Promise<Suite> {
    const suite = new Suite();
    const upstream = await openRecordingUpstream(atEnd);
    const { takeSeen } = upstream;
    const repositories = await writeRepositories(['url', 'hybrid', 'header'], upstream, atEnd);
    const openStyle = async (style: VersioningStyle, repository: Repository) => {
      const keyManager = await openBuiltInPlane(repository, atEnd);
      const tokenFor = issueTokens(`http://127.0.0.1:${keyManager.port}`, repository.signingKey);
      const plane = await openPlane(repository, keyManager, atEnd);
      suite.planes.set(style, plane);
      suite.targets.set(style, { ...plane, tokenFor, takeSeen });
      suite.keyManagers.set(style, { ...keyManager, tokenFor, takeSeen });
    };
    await Promise.all([...repositories].map(([style, repository]) => openStyle(style, repository)));
    await expectHonest(findTarget(suite.targets), way);
    return suite;
  }

  /** Sends a case, and compares everything that comes of it. */
  async check(each: BlackBoxCase, expected = each.expected): Promise<void> {
    expect(await sendCase(each, findTarget(this.targets, each.style))).toEqual(expected);
  }

  /** The metrics of the data planes, by the style of their versions. */
  async readMetrics(): Promise<ReadonlyMap<VersioningStyle, string>> {
    const read = [...this.planes].map(async ([style, plane]) => [style, await plane.readMetrics()] as const);
    return new Map(await Promise.all(read));
  }

  /** Sends attacks of one style of versions to the data plane. */
  attack(attacks: readonly Attack[]): Promise<Attacked> {
    return attackPlane(attacks, findTarget(this.targets, attacks[0]?.style), way);
  }

  /** What comes of attacks on the built-in data plane, whichever the one of the suite is. */
  attackBuiltIn(attacks: readonly Attack[]): Promise<AttackOutcomes> {
    return sendAttacks(attacks, findTarget(this.keyManagers, attacks[0]?.style), way.openChannel);
  }
}

function findTarget(targets: ReadonlyMap<VersioningStyle, Target>, style: VersioningStyle = 'url'): Target {
  const target = targets.get(style);
  if (!target) throw new Error(`no gateway has versions by ${style}`);
  return target;
}
