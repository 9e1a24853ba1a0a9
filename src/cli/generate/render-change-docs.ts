import type { Sensitivity } from '#compiler/plan/change.ts';
import { contractChangeKinds } from '#compiler/plan/contract/contract-change-kinds.ts';
import { declarationChangeKinds } from '#compiler/plan/declaration-change-kinds.ts';
import type { SettingSensitivity } from '#compiler/plan/declarations/change-kind.ts';
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
  paragraph(
    'A sensitive change is always shown, with the affected applications, whether or not it breaks callers: it decides ' +
      'where calls go (`traffic`), who may call (`access`), or what is checked (`checks`).',
  ),
];

function describeContractChanges(): readonly Block[] {
  const rows = Object.entries(contractChangeKinds).map(([id, kind]) => [
    `\`${id}\``,
    kind.compatibility,
    kind.reversed === kind.compatibility ? '' : kind.reversed,
    describeSensitivity(kind.sensitive),
    sentence(kind.summary),
  ]);
  const columns = ['change', 'verdict', 'in callbacks and webhooks', 'sensitive', 'meaning'];
  return [...verdicts, table(columns, rows)];
}

function describeDeclarationChanges(): readonly Block[] {
  const rows = Object.entries(declarationChangeKinds).map(([id, { sensitive, summary }]) => [
    `\`${id}\``,
    describeSensitivity(sensitive),
    sentence(summary),
  ]);
  return [
    heading(2, 'Declarations'),
    paragraph('The history rules and the reviewers decide whether a change of a declaration is allowed.'),
    table(['change', 'sensitive', 'meaning'], rows),
  ];
}

/** What is sensitive about a kind of change; if that depends on the setting, the settings grouped by it. */
function describeSensitivity(sensitive: Sensitivity | 'no' | SettingSensitivity): string {
  if (typeof sensitive !== 'object') return sensitive === 'no' ? '' : sensitive;
  const named = Object.entries(sensitive).filter(([, of]) => of !== 'no');
  return [...Map.groupBy(named, ([, of]) => of)]
    .map(([of, settings]) => `${of}: ${settings.map(([name]) => `\`${name}\``).join(', ')}`)
    .join('; ');
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

const verdicts: Page = [
  heading(2, 'Contracts'),
  paragraph(
    'A contract is the OpenAPI document of an API. Its changes are evaluated from the point of view of callers:',
  ),
  list([
    '`breaking`: valid calls may fail, or responses may contain values that callers cannot read.',
    '`risky`: callers that rely on undocumented behaviour may fail. In a live version, this counts as breaking.',
    '`compatible`: no caller fails.',
    '`text`: only documentation changes.',
  ]),
  paragraph(
    'A request that accepts less is breaking, and so is a response that returns more. Schemas of parameters count as ' +
      'request schemas, and schemas of response headers as response schemas.',
  ),
  paragraph(
    'In callbacks and webhooks this is reversed, since there the API sends the request and the caller responds: a ' +
      'header that the API may leave out is breaking, and so is a response that has to contain more. Schemas of their ' +
      'requests count as response schemas, and schemas of their responses as request schemas. The verdicts of other ' +
      'changes are in a column of their own where they differ.',
  ),
  paragraph(
    'A header of a part of a body counts as a parameter in a request, and as a response header in a response.',
  ),
  paragraph(
    'Changes without an effect are not listed: a schema that moves between an operation and the components, a renamed ' +
      'component, regrouped parts of `allOf`, or a conversion to another version of OpenAPI. A change of a component is ' +
      'listed once, with every operation that it affects.',
  ),
];
