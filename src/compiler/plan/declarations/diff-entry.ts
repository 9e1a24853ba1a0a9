import { canonicalJson } from '#compiled/canonical-json.ts';
import { type JsonObject, omit } from '#compiled/json.ts';
import type { Subject } from '../change.ts';
import { declarationChange, type FoundChange } from './declaration-change.ts';
import { diffLeaves, type Leaf } from './diff-leaves.ts';
import { diffMembers, type MemberDiffs } from './diff-members.ts';
import { settingChange, type SettingOwner } from './setting-change.ts';

/** The entry whose settings are compared. */
interface Owner {
  readonly whose: SettingOwner;
  readonly subject: Subject;
}

/**
 * The changes of an entry: members in `diffs` have their own comparison, all others are compared setting by setting.
 */
export function diffEntry<Entry extends object>(
  before: Entry,
  after: Entry,
  diffs: Partial<MemberDiffs<Entry>>,
  owner: Owner,
): readonly FoundChange[] {
  const names = new Set(Object.keys(diffs));
  // Entries of a table are plain JSON, which their interfaces cannot express.
  const [earlier, later] = [before, after].map((entry) => omit(entry as unknown as JsonObject, names));
  const others = diffLeaves(earlier, later).map((leaf) => changeOf(leaf, owner));
  return [...diffMembers(before, after, diffs), ...others];
}

function changeOf(leaf: Leaf, { whose, subject }: Owner): FoundChange {
  const { path } = leaf;
  const what = `${subject.name}: ${path.join('.')}`;
  if (!holdsDigest(leaf)) return settingChange({ whose, subject, leaf, what, path });
  return declarationChange({ id: `${whose}-setting-changed`, subject, message: `${what} changed`, path });
}

/** Whether a value contains a digest. Digests are not shown, since they allow guessing a password. */
function holdsDigest({ before = null, after = null }: Leaf): boolean {
  return /"(sha256:|\$argon2)/.test(canonicalJson([before, after]));
}
