import type { KeySetName } from '#compiled/manifest.ts';
import { tagLimits } from '#compiled/proposals/declared-details.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { texts } from '../../texts/texts.ts';
import { ownVersionField } from '../choose-declared.ts';
import {
  chosenOwnVersion,
  isSent,
  linesOf,
  proposerOf,
  type FilledForm,
  type FormField,
  type ProposalForm,
} from '../proposal-form.ts';

const { fields, byHandOnly, details } = texts.proposals;

const keySets: readonly KeySetName[] = ['production', 'sandbox'];

/** The form for the description, the tags and the endpoints of a version. It opens with what is declared. */
export const detailsForm: ProposalForm = {
  prefill: async (filled) => {
    const { visit, user, value } = filled;
    const api = value('api');
    if (ownVersionField(filled).mustChoose === true) return undefined;
    const declared = await visit.portal.services.proposals.readDetails(api, proposerOf(user));
    if (isProposalProblem(declared)) return declared;
    const { description, tags, endpoints, digest } = declared;
    const urls = keySets.flatMap((keySet) => {
      const url = endpoints[keySet];
      return url === undefined
        ? []
        : ([
            [keySet, url],
            [shownField(keySet), 'on'],
          ] as const);
    });
    return new Map([
      ['api', api],
      ['details', digest],
      ['description', description],
      ['tags', tags.join('\n')],
      ...urls,
    ]);
  },
  refill: (filled, declared) => {
    const { form } = filled.visit;
    // A field that the sent form did not have was not emptied by its reader.
    const isNew = (name: string) => keySets.some((one) => one === name && !isShown(filled, one));
    const isTyped = (name: string) => ['description', 'tags', ...keySets].includes(name) && !isNew(name);
    return new Map(
      [...declared].flatMap(([name, now]) => {
        const value = isTyped(name) ? form.get(name) : now;
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  },
  fields: (filled) => {
    const { value } = filled;
    const api = ownVersionField(filled);
    // Until the declared details are known, the form asks for them again.
    if (!isSent(filled)) return [{ ...api, mustChoose: true }];
    const lines = (name: 'description' | 'tags', hint: string): FormField => ({
      name,
      label: fields[name],
      kind: 'lines',
      hint,
      value: value(name),
    });
    return [
      api,
      { name: 'details', label: '', kind: 'hidden', value: value('details') },
      lines('description', fields.apiDescriptionHint),
      { ...lines('tags', fields.tagsHint), ...problemIn(describeTags(filled)) },
      ...keySets.flatMap((keySet) => endpointFields(filled, keySet)),
    ];
  },
  change: (filled) => {
    const { value } = filled;
    const shown = keySets.filter((keySet) => isShown(filled, keySet));
    return {
      change: {
        change: 'api_changed',
        api: value('api'),
        details: value('details'),
        description: value('description'),
        tags: linesOf(value('tags')),
        endpoints: Object.fromEntries(shown.map((keySet) => [keySet, value(keySet).trim()])),
      },
    };
  },
};

/** The hidden field beside that of an endpoint, since a sent form has no value for an empty field. */
function shownField(keySet: KeySetName): string {
  return `${keySet}.shown`;
}

/** Whether the form has a field for the URL of an endpoint. */
function isShown({ visit: { form } }: FilledForm, keySet: KeySetName): boolean {
  return form.has(keySet) || form.has(shownField(keySet));
}

/** The field of an endpoint with a URL alone; a note for any other, which is changed by hand. */
function endpointFields(filled: FilledForm, keySet: KeySetName): readonly FormField[] {
  const field = { name: keySet, label: fields[keySet] };
  if (!isShown(filled, keySet)) return [{ ...field, kind: 'note', value: byHandOnly }];
  const url = filled.value(keySet);
  const isUrl = url.trim() === '' || /^https?:$/.test(URL.parse(url.trim())?.protocol ?? '');
  return [
    { name: shownField(keySet), label: '', kind: 'hidden', value: 'on' },
    {
      ...field,
      kind: 'text',
      hint: fields.endpointHint,
      value: url,
      ...(!isUrl && { problem: details.url }),
    },
  ];
}

function problemIn(problem: string | undefined): Pick<FormField, 'problem'> {
  return problem === undefined ? {} : { problem };
}

/** How many wrong tags are named. */
const mostNamed = 3;

/** What is wrong with the tags, each named; undefined if nothing is. A served tag may stay as it is. */
function describeTags(filled: FilledForm): string | undefined {
  const tags = linesOf(filled.value('tags'));
  if (tags.length > tagLimits.count) return details.manyTags(tagLimits.count);
  const served = linesOf((chosenOwnVersion(filled)?.api.tags ?? []).join('\n'));
  const typed = tags.filter((tag) => !served.includes(tag));
  const wrong = typed.flatMap((tag) => {
    if (tag.includes(',')) return [details.tagWithComma(nameTag(tag))];
    return [...tag].length > tagLimits.length ? [details.longTag(nameTag(tag), tagLimits.length)] : [];
  });
  return wrong.length === 0 ? undefined : wrong.slice(0, mostNamed).join(' ');
}

/** The beginning of a tag, without the marks of code in sentences. */
function nameTag(tag: string): string {
  const name = [...tag.replaceAll('`', "'")];
  return name.length > tagLimits.length ? `${name.slice(0, tagLimits.length).join('')}…` : name.join('');
}
