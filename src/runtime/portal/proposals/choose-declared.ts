import { apiKey } from '#compiled/api-key.ts';
import type { LifecycleState } from '#compiled/manifest.ts';
import { takesSubscriptions } from '../catalogue/takes-subscriptions.ts';
import { texts } from '../texts/texts.ts';
import { ownsApi } from '../visit/store-user.ts';
import {
  fixed,
  optionsOf,
  ownedApplications,
  visibleVersions,
  type FilledForm,
  type FormField,
} from './proposal-form.ts';

const { fields, unknown } = texts.proposals;

/** The application of the user that a form is about: fixed once it is chosen, and a choice before. */
export function applicationField(filled: FilledForm): FormField {
  const names = ownedApplications(filled).map(({ name }) => name);
  return declaredField(filled, 'application', names, unknown.application);
}

/** The API version of the user that a form is about, in one of some states. `problem` explains any other name. */
export function ownVersionField(
  filled: FilledForm,
  states?: readonly LifecycleState[],
  problem: string = unknown.ownApi,
): FormField {
  const own = visibleVersions(filled).filter(
    ({ api, entry }) => ownsApi(filled.user, api) && (states?.includes(entry.state) ?? true),
  );
  return declaredField(
    filled,
    'api',
    own.map(({ entry }) => apiKey(entry)),
    problem,
  );
}

/** The API version that a subscription asks for. */
export function subscribedVersionField(filled: FilledForm): FormField {
  return declaredField(filled, 'api', subscribableVersions(filled), unknown.subscribableApi);
}

/** The API version of one of the application's subscriptions. */
export function subscriptionField(filled: FilledForm): FormField {
  return declaredField(filled, 'api', subscribedVersions(filled), unknown.subscription);
}

/** The API version of one of the application's subscriptions that can be changed: the user may see the version. */
export function changeableSubscriptionField(filled: FilledForm): FormField {
  const visible = new Set(visibleVersions(filled).map(({ entry }) => apiKey(entry)));
  const own = subscribedVersions(filled).filter((api) => visible.has(api));
  return declaredField(filled, 'api', own, unknown.subscription);
}

/** The keys of the API versions that the application in the form is subscribed to. */
function subscribedVersions({ visit, value }: FilledForm): readonly string[] {
  const { subscriptions } = visit.portal.compiled.manifest;
  const own = subscriptions.filter(({ application }) => application === value('application'));
  return own.map(({ api }) => api);
}

/** The keys of the API versions that the user may see and that take new subscriptions. */
export function subscribableVersions(filled: FilledForm): readonly string[] {
  return visibleVersions(filled)
    .filter(({ entry }) => takesSubscriptions(entry))
    .map(({ entry }) => apiKey(entry));
}

/** A choice among names, none of which is chosen at first. */
export function optionalField(
  { value }: FilledForm,
  field: Pick<FormField, 'name' | 'label' | 'hint'>,
  names: readonly string[],
  problem: string,
): FormField {
  const typed = value(field.name);
  const isUnknown = typed !== '' && !names.includes(typed);
  const options = [{ value: '', text: fields.none }, ...optionsOf(names, (name) => name === typed)];
  return { ...field, kind: 'one', value: typed, options, ...(isUnknown && { problem }) };
}

/** The text of a name that is not among those to choose from does not show whether it is declared. */
function declaredField(
  { value }: FilledForm,
  name: 'application' | 'api',
  names: readonly string[],
  problem: string,
): FormField {
  const typed = value(name);
  if (names.includes(typed)) return fixed(name, typed);
  const options = [{ value: '', text: fields.choose }, ...optionsOf(names, () => false)];
  return {
    name,
    label: fields[name],
    kind: 'one',
    options: names.length === 0 ? [] : options,
    mustChoose: true,
    isRequired: true,
    missing: unknown.missing[name],
    ...(typed !== '' && { problem }),
  };
}
