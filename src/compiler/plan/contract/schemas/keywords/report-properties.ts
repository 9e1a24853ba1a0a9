import { escapeToken } from '#source/place.ts';
import type { FlatSchema } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import { isRejected } from './is-rejected.ts';
import { undescribed } from './property-schemas.ts';

/** Whether a removed property is still sent, or could have no value. */
interface Removed {
  readonly isStillReturned: boolean;
  /** Whether it is plain that base allows whatever is sent as a property that is not described. */
  readonly allowsEverything: boolean;
  /** Whether head describes no other values of it, but as only read or only written. */
  readonly isStillDescribed: boolean;
  readonly isNever: boolean;
}

export function reportRemoved(
  facts: SchemaFacts,
  name: string,
  head: FlatSchema,
  { isStillReturned, allowsEverything, isStillDescribed, isNever }: Removed,
): void {
  const { flat: base } = facts.base;
  const isHidden = head.properties.has(name);
  const hidden = isHidden ? head.propertyPlaces.get(name) : undefined;
  const at = { base: base.propertyPlaces.get(name), head: hidden };
  const step = `/${escapeToken(name)}`;
  const what = isHidden ? `became ${facts.direction === 'request' ? 'read' : 'write'}-only` : 'was removed';
  const detail = { action: 'remove', step, what, at } as const;
  if (facts.direction === 'response') {
    const isKnown = isHidden
      ? isStillDescribed
      : isStillReturned || allowsEverything || undescribed(name, head).length > 0;
    if (!isRejected(name, head) && !isKnown) facts.isAssumed = true;
    const isRequired = base.required.response.has(name) && !isStillReturned;
    facts.reportAs(`response-${isRequired ? 'required' : 'optional'}-property-removed`, detail);
  } else if (isRejected(name, head) && !isNever) {
    facts.reportAs('request-property-forbidden', { ...detail, what: 'was removed and is now rejected' });
  } else facts.reportAs('request-property-removed', detail);
}

export function reportAdded(
  facts: SchemaFacts,
  name: string,
  { base, head }: { readonly base: FlatSchema; readonly head: FlatSchema },
  { allowsEverything, isNever }: { readonly allowsEverything: boolean; readonly isNever: boolean },
): void {
  const [wasRequired, isRequired] = [base, head].map(({ required }) => required[facts.direction].has(name));
  const isRefused = isRejected(name, base);
  const isOpen = !isRefused && !base.properties.has(name) && undescribed(name, base).length === 0;
  if (facts.direction === 'response' ? isRefused : isOpen && !allowsEverything) facts.isAssumed = true;
  const detail = {
    action: 'add',
    step: `/${escapeToken(name)}`,
    at: { head: head.propertyPlaces.get(name) },
  } as const;
  const what = isNever ? addedWithoutValues : isRequired ? 'was added' : 'was added and is optional';
  if (facts.direction === 'response') facts.reportAs('response-property-added', { ...detail, what });
  else if (isRequired && !wasRequired)
    facts.reportAs('request-required-property-added', { ...detail, what: 'was added and is required' });
  else facts.reportAs('request-optional-property-added', { ...detail, what });
}

const addedWithoutValues = 'was added but allows no value';
