import { expect } from 'vitest';
import type { VersioningStyle } from '../../src/compiled/settings/gateway-settings.ts';
import type { AtEnd } from '../platform/in-folder.ts';
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

/** A data plane for each style of versions, before one upstream. */
export class Suite {
  private readonly targets = new Map<VersioningStyle, Target>();

  static async open(openPlane: OpenPlane, atEnd: AtEnd): Promise<Suite> {
    const suite = new Suite();
    const upstream = await openRecordingUpstream(atEnd);
    const { takeSeen } = upstream;
    for (const [style, repository] of await writeRepositories(['url', 'hybrid', 'header'], upstream, atEnd)) {
      const keyManager = await openBuiltInPlane(repository, atEnd);
      const tokenFor = issueTokens(`http://127.0.0.1:${keyManager.port}`, repository.signingKey);
      const plane = await openPlane(repository, keyManager, atEnd);
      suite.targets.set(style, { ...plane, tokenFor, takeSeen });
    }
    return suite;
  }

  /** Sends a case, and compares everything that comes of it. */
  async check(each: BlackBoxCase, expected = each.expected): Promise<void> {
    const target = this.targets.get(each.style ?? 'url');
    if (!target) throw new Error(`no gateway has versions by ${each.style}`);
    expect(await sendCase(each, target)).toEqual(expected);
  }
}
