import type { Json } from '#compiled/json.ts';
import type { Affected, Subject } from '../change.ts';
import type { DeclarationChangeId } from '../declaration-change-kinds.ts';
import {
  describeTransition,
  describeValue,
  hideCredentials,
  withoutCredentials,
} from '../wording/describe-value.ts';
import { declarationChange, type FoundChange } from './declaration-change.ts';
import type { Leaf } from './diff-leaves.ts';

/** The owners of settings that are reported one by one. */
export type SettingOwner = DeclarationChangeId extends infer Id
  ? Id extends `${infer Owner}-setting-added`
    ? Owner
    : never
  : never;

interface SettingChange {
  readonly whose: SettingOwner;
  readonly subject: Subject;
  readonly leaf: Leaf;
  /** The name of the setting in the message. */
  readonly what: string;
  readonly path: readonly string[];
  readonly writtenAt?: readonly string[];
  readonly affected?: readonly Affected[];
}

/** The change for a setting that was added, changed or removed. */
export function settingChange({ whose, leaf, what, ...change }: SettingChange): FoundChange {
  const { before, after } = leaf;
  return declarationChange({
    ...change,
    id: `${whose}-setting-${idEnding(before, after)}`,
    message: `${what} ${describeChange(leaf)}`,
    before: before === undefined ? undefined : withoutCredentials(before),
    after: after === undefined ? undefined : withoutCredentials(after),
  });
}

function idEnding(before: Json | undefined, after: Json | undefined): 'added' | 'changed' | 'removed' {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** `10 seconds → 5 seconds`, `was added (10 seconds)`, `was removed (10 seconds)`; without credentials. */
export function describeChange({ path, before, after }: Leaf): string {
  const name = path.at(-1) ?? '';
  const [earlier, later] = [before, after].map((value) =>
    value === undefined ? undefined : hideCredentials(describeValue(name, value)),
  );
  return earlier !== undefined && earlier === later
    ? 'has different credentials'
    : describeTransition(earlier, later);
}
