import type { Json } from '../../../compiled/json.ts';
import type { Affected, Subject } from '../change.ts';
import type { DeclarationChangeId } from '../declaration-change-kinds.ts';
import { describeValue, hideCredentials, withoutCredentials } from '../wording/describe-value.ts';
import { declarationChange, type FoundChange } from './declaration-change.ts';
import type { Leaf } from './diff-leaves.ts';

/** Who has settings that are told of one by one. */
type Settled = DeclarationChangeId extends infer Id
  ? Id extends `${infer Owner}-setting-added`
    ? Owner
    : never
  : never;

interface SettingChange {
  readonly whose: Settled;
  readonly subject: Subject;
  readonly leaf: Leaf;
  /** What the setting is called in the message. */
  readonly what: string;
  readonly path: readonly string[];
  readonly writtenAt?: readonly string[];
  readonly affected?: readonly Affected[];
}

/** A setting that is new, another one, or gone. */
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

/** `10 seconds → 5 seconds`, without credentials. */
export function describeChange({ path, before, after }: Leaf): string {
  const name = path.at(-1) ?? '';
  const [earlier, later] = [before, after].map((value) => hideCredentials(describeValue(name, value)));
  return earlier === later ? 'has other credentials' : `${earlier} → ${later}`;
}
