import { apiKey } from '#compiled/api-key.ts';
import type { ProposedSubscription } from '#compiled/proposals/proposed-change.ts';
import { visibleApis, catalogueOf, type CatalogueVersion } from '../../catalogue/catalogue.ts';
import { foldText } from '../../catalogue/fold-text.ts';
import { takesSubscriptions } from '../../catalogue/takes-subscriptions.ts';
import { texts } from '../../texts/texts.ts';
import { applicationField } from '../choose-declared.ts';
import {
  chosenOf,
  isSent,
  isShownAgain,
  optionsOf,
  searchField,
  searchName,
  type FilledForm,
  type FormField,
  type ProposalForm,
} from '../proposal-form.ts';
import { scopesOf, tierOptions } from './subscription-forms.ts';

const { fields, missing, unknown } = texts.proposals;

/** The maximum number of subscriptions that one form adds. */
const mostChosen = 20;
/** The maximum number of found versions that a form offers, since there may be thousands of APIs. */
const mostFound = 20;
/** The maximum number of tiers in all lists of a form together. */
const mostTiers = 400;

/** The form for several subscriptions of one of the user's applications. */
export const subscribeSeveralForm: ProposalForm = {
  fields: (filled) => {
    const application = applicationField(filled);
    if (application.mustChoose === true) return [application];
    const { subscriptions } = filled.visit.portal.compiled.manifest;
    const own = subscriptions.filter((one) => one.application === filled.value('application'));
    const taken = new Set(own.map(({ api }) => api));
    const [search, apis, ...chosen] = severalFields(filled, fields.severalApis, taken);
    const isEmpty = isSent(filled) && !isShownAgain(filled.visit) && chosen.length === 0;
    return [
      application,
      ...(search ? [search] : []),
      ...(apis ? [isEmpty && apis.problem === undefined ? { ...apis, problem: unknown.noApis } : apis] : []),
      ...chosen,
    ];
  },
  change: (filled) => ({
    change: {
      change: 'subscriptions_added',
      application: filled.value('application'),
      subscriptions: severalSubscriptions(filled),
    },
  }),
};

/** What is chosen in a form. */
interface ChosenVersions {
  readonly chosen: readonly CatalogueVersion[];
  /** Whether a chosen name is not among the versions that the user may subscribe to. */
  readonly hasUnknown: boolean;
}

/** What a form offers. */
interface FoundVersions {
  readonly found: readonly CatalogueVersion[];
  /** The number of all versions that match the search, of which `found` has the first. */
  readonly matching: number;
}

/**
 * The fields for several subscriptions: a search, the chosen and the found API versions, and the tier and the scopes of
 * each that is chosen. Versions in `taken` are not offered.
 */
export function severalFields(
  filled: FilledForm,
  label: string,
  taken: ReadonlySet<string>,
): readonly FormField[] {
  const { chosen, hasUnknown } = chooseVersions(filled);
  const { found, matching } = findVersions(filled, new Set([...taken, ...chosen.map(keyOf)]));
  const keys = [...chosen, ...found].map(keyOf);
  const isChosen = new Set(chosen.map(keyOf));
  const hints = [
    fields.severalApisHint(mostChosen),
    matching === 0 ? fields.foundNone : fields.found(found.length, matching),
  ];
  const problem = hasUnknown
    ? unknown.subscribableApis
    : chosen.length > mostChosen
      ? unknown.tooManyApis(mostChosen)
      : undefined;
  return [
    searchField({ label: fields.search, hint: fields.searchHint, showAgain: fields.searchButton }),
    {
      name: 'apis',
      label,
      kind: 'many',
      options: optionsOf(keys, (key) => isChosen.has(key)),
      hint: hints.join(''),
      showAgain: fields.showChosen,
      ...(problem !== undefined && { problem }),
    },
    ...chosen.slice(0, mostChosen).flatMap((version) => fieldsOf(filled, version, isChosen.size)),
  ];
}

/** The subscriptions to the chosen versions. */
export function severalSubscriptions(filled: FilledForm): readonly ProposedSubscription[] {
  // Too many are refused; they are not planned to find what else is wrong.
  const { chosen } = chooseVersions(filled);
  return chosen.slice(0, mostChosen).map((version) => {
    const api = keyOf(version);
    const scopes = chosenOf(filled, `scopes.${api}`, scopesOf(version));
    return { api, tier: tierOf(filled, api), scopes };
  });
}

/** The tier of a subscription: until its list has been shown, the one that the list begins with. */
function tierOf({ visit, value }: FilledForm, api: string): string {
  const [first] = visit.portal.compiled.manifest.tiers;
  return value(`tier.${api}`) || (first?.name ?? '');
}

/** A version that the user may subscribe to. */
interface OfferedVersion {
  readonly version: CatalogueVersion;
  readonly key: string;
  readonly foldedName: string;
}

function offeredVersions({ visit, user }: FilledForm): readonly OfferedVersion[] {
  return visibleApis(catalogueOf(visit.portal), user).flatMap((api) =>
    api.versions
      .filter(({ entry }) => takesSubscriptions(entry))
      .map((version) => ({ version, key: keyOf(version), foldedName: api.foldedName })),
  );
}

function chooseVersions(filled: FilledForm): ChosenVersions {
  const { visit, value } = filled;
  const wanted = new Set(
    [...visit.form.keys(), ...visit.query.keys()].flatMap((name) =>
      name.startsWith('apis.') && value(name) !== '' ? [name.slice('apis.'.length)] : [],
    ),
  );
  const chosen = offeredVersions(filled).filter(({ key }) => wanted.has(key));
  return { chosen: chosen.map(({ version }) => version), hasUnknown: chosen.length < wanted.size };
}

/** The versions that match the search of a form, but those that are chosen or taken. */
function findVersions(filled: FilledForm, left: ReadonlySet<string>): FoundVersions {
  const wanted = searchedText(filled.value(searchName));
  const matching = offeredVersions(filled)
    .filter(({ key }) => !left.has(key))
    .flatMap((one) => {
      const rank = rankVersion(one, wanted);
      return rank === undefined ? [] : [{ version: one.version, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank);
  return {
    found: matching.slice(0, mostFound).map(({ version }) => version),
    matching: matching.length,
  };
}

/** Longer searches are cut, in UTF-16 code units: every word is searched in every version. */
const longestSearch = 200;
const mostWords = 20;

interface SearchedText {
  /** The folded text without spaces. */
  readonly whole: string;
  /** The first folded words. */
  readonly words: readonly string[];
}

function searchedText(text: string): SearchedText {
  const folded = foldText(text.slice(0, longestSearch)).split(' ');
  return { whole: folded.join(''), words: folded.slice(0, mostWords) };
}

/** Longer titles are not searched to their end. */
const searchedTitle = 200;

/** How well a version matches a text, lower is better: its whole name, its beginning, or anything. Undefined if not. */
function rankVersion(
  { version, foldedName }: OfferedVersion,
  { whole, words }: SearchedText,
): number | undefined {
  const foldedKey = foldedName + foldText(version.entry.version).replaceAll(' ', '');
  if (foldedName === whole || foldedKey === whole) return 0;
  if (foldedKey.startsWith(whole)) return 1;
  if (words.every((word) => foldedKey.includes(word))) return 2;
  const foldedTitle = foldText(version.description.title.slice(0, searchedTitle));
  const isFound = words.every((word) => foldedKey.includes(word) || foldedTitle.includes(word));
  return isFound ? 2 : undefined;
}

function keyOf({ entry }: CatalogueVersion): string {
  return apiKey(entry);
}

/** The tier and the scopes of one subscription; all lists of tiers share the maximum of a page. */
function fieldsOf(filled: FilledForm, version: CatalogueVersion, count: number): readonly FormField[] {
  const api = keyOf(version);
  const scopes = scopesOf(version);
  const isChosen = (scope: string) => filled.value(`scopes.${api}.${scope}`) !== '';
  const tier = tierOf(filled, api);
  const { visit } = filled;
  const isUnseen = isSent(filled) && !isShownAgain(visit) && !visit.form.has(`tier.${api}`);
  return [
    {
      name: `tier.${api}`,
      label: fields.tierOf(api),
      kind: 'one',
      value: tier,
      options: tierOptions(visit, tier),
      mostOptions: Math.floor(mostTiers / count),
    },
    ...(scopes.length === 0
      ? []
      : [
          {
            name: `scopes.${api}`,
            label: fields.scopesOf(api),
            kind: 'many' as const,
            options: optionsOf(scopes, isChosen),
            ...(isUnseen && { problem: missing.scopes(api) }),
          },
        ]),
  ];
}
