import { contractChangeKinds } from '../../compiler/plan/contract/contract-change-kinds.ts';
import { declarationChangeKinds } from '../../compiler/plan/declaration-change-kinds.ts';
import { heading, list, paragraph, table, type Block, type Page } from '../rule-pages/page.ts';
import { renderPageAsMarkdown } from '../rule-pages/render-markdown.ts';

const generated = '<!-- `npm run generate` writes this file from the tables of changes. -->\n\n';

/** The page of docs/changes.md: every kind of change that a plan can find. */
export function renderChangeDocs(): string {
  return (
    generated +
    renderPageAsMarkdown(
      [...introduction, ...describeContractChanges(), ...describeDeclarationChanges()],
      () => undefined,
    )
  );
}

const introduction: Page = [
  heading(1, 'Changes'),
  paragraph(
    '`gatewright plan` shows the difference between two states of the sources. Each change has an id, which does not ' +
      'change from one release to the next.',
  ),
];

function describeContractChanges(): readonly Block[] {
  const rows = Object.entries(contractChangeKinds).map(([id, { compatibility, summary }]) => [
    `\`${id}\``,
    compatibility,
    sentence(summary),
  ]);
  return [...judgements, table(['change', 'verdict', 'what has happened'], rows)];
}

function describeDeclarationChanges(): readonly Block[] {
  const rows = Object.entries(declarationChangeKinds).map(([id, summary]) => [
    `\`${id}\``,
    sentence(summary),
  ]);
  return [
    heading(2, 'Declarations'),
    paragraph('Whether one of them may be is up to the rules that need history, and to whoever reviews it.'),
    table(['change', 'what has happened'], rows),
  ];
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

const judgements: Page = [
  heading(2, 'Contracts'),
  paragraph(
    'A contract is the OpenAPI document of an API. A change within it is evaluated from the point of view of callers:',
  ),
  list([
    '`breaking`: calls that were right may fail, or answers may hold what callers cannot read.',
    '`risky`: callers that rely on more than they should may fail. In a version that is live, this counts as breaking.',
    '`compatible`: no caller fails.',
    '`text`: no call and no answer differs.',
  ]),
  paragraph(
    'Less in a request is breaking, and more in an answer. The schemas of parameters count as those of requests, and ' +
      'those of the headers of answers as those of answers. Callbacks and webhooks count the other way round, since ' +
      'there the caller answers.',
  ),
  paragraph(
    'Changes without an effect are not listed: a schema among the components or in the operation itself, a component by another ' +
      'name, the parts of `allOf` grouped in another way, or the same said in another version of OpenAPI. What changes ' +
      'in a component is one change, which lists every operation that it reaches.',
  ),
];
