import { apiKey } from '#compiled/api-key.ts';
import type { ReportedFinding } from '#compiled/api-report.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { texts } from '../../texts/texts.ts';
import { pathOfOwnedApi } from '../../visit/paths.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { ownVersionField } from '../choose-declared.ts';
import { chosenOwnVersion, type FilledForm, type FormField, type ProposalForm } from '../proposal-form.ts';
import { cutText } from '../render-findings.ts';

const { fields, missing, unknown } = texts.proposals;

/** The form that suppresses a finding of lint, which the list of findings chooses. It shows the finding. */
export const suppressForm: ProposalForm = {
  prefill: async (filled) => {
    const { value } = filled;
    const finding = await findFinding(filled);
    if (!finding) return undefined;
    const chosen = (['api', 'rule', 'file', 'pointer'] as const).map((name) => [name, value(name)] as const);
    const { message, line } = finding;
    return new Map([...chosen, ['finding', cutText(message)], ['line', String(line)]]);
  },
  fields: (filled) => {
    const { visit, value } = filled;
    const api = ownVersionField(filled);
    if (api.mustChoose === true) return [api];
    const chosen = (name: 'finding' | 'rule' | 'file' | 'line' | 'pointer'): FormField => ({
      name,
      label: fields[name],
      kind: 'fixed',
      value: value(name),
    });
    // A sent form has what it was opened with.
    const isChosen = ['finding', 'rule', 'file'].every((name) => visit.form.has(name));
    const version = chosenOwnVersion(filled);
    if (!isChosen && version) {
      const chosenAt = pathOfOwnedApi(visit.portal.addresses, version.entry);
      return [api, { ...chosen('rule'), problem: unknown.finding, chosenAt }];
    }
    return [
      api,
      chosen('finding'),
      chosen('rule'),
      chosen('file'),
      chosen('line'),
      ...(value('pointer') === '' ? [] : [chosen('pointer')]),
      {
        name: 'reason',
        label: fields.reason,
        kind: 'text',
        hint: fields.reasonHint,
        value: value('reason'),
        isRequired: true,
        missing: missing.reason,
      },
    ];
  },
  change: ({ value }) => ({
    change: {
      change: 'finding_suppressed',
      api: value('api'),
      rule: value('rule'),
      file: value('file'),
      pointer: value('pointer'),
      reason: value('reason').trim(),
    },
  }),
};

/** The reported finding that the address of the form names, if it may be suppressed. */
async function findFinding(filled: FilledForm): Promise<ReportedFinding | undefined> {
  const { visit, value } = filled;
  const version = chosenOwnVersion(filled);
  if (!version || value('rule') === '') return undefined;
  const key = apiKey(version.entry);
  const report = await readFindings(visit, key);
  return report.find(
    ({ isSuppressible, code, file, pointer }) =>
      isSuppressible && code === value('rule') && file === value('file') && pointer === value('pointer'),
  );
}

/** The findings in an API version; none while the sources cannot be reported on. */
async function readFindings({ portal }: StoreVisit, key: string): Promise<readonly ReportedFinding[]> {
  try {
    const report = await portal.services.readReport({ apis: [key], withFindings: true });
    return report?.apis.get(key)?.findings ?? [];
  } catch (error) {
    if (error instanceof StoreError) return [];
    throw error;
  }
}
