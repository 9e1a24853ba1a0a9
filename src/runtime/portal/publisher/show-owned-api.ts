import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ReportedApi } from '#runtime/ports/reports.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import { renderApiState } from '../pages/badge.ts';
import { readStatus } from '../status/read-status.ts';
import { renderStatusForOwners } from '../status/render-status.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { unlessUnavailable } from '../usage/usage-counts.ts';
import { pathOfApi } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { renderHeldReasons } from './held-versions.ts';
import { renderFindings, readReport, renderReportState, type ReportState } from './lint-report.ts';
import { renderNextSteps, type LifecycleFacts } from './next-steps.ts';
import { findOwnedVersion, type OwnedVersion } from './owned-versions.ts';
import { readRecentUsage, renderApiUsage } from './recent-usage.ts';
import { formerNames, listSubscribers, renderSubscribers, type RecentSubscriber } from './subscribers.ts';
import { renderMessageLink } from './messages/message-paths.ts';
import { listWaiting } from '../proposals/review/waiting-proposals.ts';
import { renderWaitingProposals } from './waiting-proposals.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import type { ObservedDrift } from '#runtime/ports/drift.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { cutText } from '../pages/render-within.ts';

const { drift: words } = texts.publisher;

const most = 30;

const maxViolations = 3;

const maxLength = 300;

const { publisher } = texts;

/** Shows an API version to its owners; other readers get an unknown page. */
export async function showOwnedApi(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal } = visit;
  const version = findOwnedVersion(visit);
  if (!version) return showStoreProblem(portal, 'page_unknown');
  const { name, version: number } = version.entry;
  const main = await renderVersion(visit, version);
  return { status: 200, page: { title: `${name} ${number}`, main, section: 'publisher' } };
}

async function renderVersion(visit: StoreVisit, version: OwnedVersion): Promise<Html> {
  const { portal } = visit;
  const { services } = portal;
  const apis = [version.key];
  const [report, drift, usage, proposals, status] = await Promise.all([
    readReport(portal, { apis, withFindings: true }),
    unlessUnavailable(services.readDrift(apis)),
    readRecentUsage(services.usage, apis, services.clock()),
    listWaiting(visit, [version.entry]),
    readStatus(portal, version.entry, version.api),
  ]);
  const reported = report.sources?.apis.get(version.key);
  const subscribers = listSubscribers(portal, version.key, usage);
  const facts = gatherFacts(portal, version, { reported, subscribers, usage });
  return html`${renderHead(portal, version, reported)} ${status && renderStatusForOwners(status)}
  ${renderWaitingProposals(portal, proposals, publisher.proposals.noneOfVersion)}
  ${renderSubscribers(portal, subscribers, usage)}
  ${renderMessageLink(portal, version.entry, subscribers.length)} ${await renderApiUsage(visit, version.key)}
  ${renderNextSteps(portal, version, facts)} ${renderLint(portal, version, report, reported)}
  ${renderDrift(version, drift && (drift.get(version.key) ?? []))}`;
}

interface Known {
  readonly reported: ReportedApi | undefined;
  readonly subscribers: readonly RecentSubscriber[];
  readonly usage: readonly UsageSeries[] | undefined;
}

function gatherFacts(portal: Portal, version: OwnedVersion, known: Known): LifecycleFacts {
  const { manifest } = portal.compiled;
  const states = new Map(manifest.apis.map((api) => [`${api.context}/${api.version}`, api.state]));
  const calling = known.subscribers.filter(({ usage }) => usage && usage.requests > 0);
  return {
    entry: version.entry,
    versions: version.versions.map(({ entry }) => entry),
    stateOf: (address) => states.get(address),
    applications: known.subscribers.map(({ application }) => application),
    calling: known.usage && calling.map(({ application }) => application),
    former: formerNames(known.subscribers, known.usage),
    report: known.reported?.report,
    now: portal.services.clock(),
  };
}

function renderHead(
  { addresses }: Portal,
  { entry, description }: OwnedVersion,
  reported: ReportedApi | undefined,
): Html {
  const { file, line } = reported?.report.declaredAt ?? {};
  return html`<nav class="trail" aria-label="${publisher.breadcrumb}">
      <ol>
        <li><a href="${addresses.path}/publisher">${publisher.title}</a></li>
      </ol>
    </nav>
    <div class="page-head">
      <div class="row">
        <h1><bdi>${description.title}</bdi> ${entry.version}</h1>
        ${renderApiState(entry.state)}
      </div>
      <ul class="meta">
        <li><bdi>${entry.name}</bdi></li>
        ${
          file === undefined
            ? undefined
            : html`<li>
                ${publisher.declaredAt} <code><bdi>${file}</bdi>:${String(line)}</code>
              </li>`
        }
        <li><a href="${pathOfApi(addresses, entry)}">${publisher.openInStore}</a></li>
      </ul>
    </div>`;
}

function renderLint(
  portal: Portal,
  version: OwnedVersion,
  report: ReportState,
  reported: ReportedApi | undefined,
): Html {
  return html`<section class="stack tight">
    <h2>${publisher.findings.title}</h2>
    ${renderReportState(report)} ${report.sources && renderHeldReasons(report.sources, version.key)}
    ${reported && renderMissingEndpoints(reported)} ${reported && renderFindings(portal, version, reported)}
  </section>`;
}

function renderMissingEndpoints({ report: { missingEndpoints } }: ReportedApi): readonly Html[] {
  return missingEndpoints.map(
    (keySet) => html`<p class="warning">${publisher.findings.missingEndpoint[keySet]}</p>`,
  );
}

/**
 * How actual requests and responses differ from the document of an API version. `observed` is undefined if the
 * differences are unknown.
 */
function renderDrift({ api }: OwnedVersion, observed: readonly ObservedDrift[] | undefined): Html {
  const isUnchecked =
    api.validation.responses === 'off' && !observed?.some(({ direction }) => direction === 'response');
  return html`<section class="stack tight">
    <h2>${words.title}</h2>
    ${observed === undefined ? html`<p class="notice">${words.unavailable}</p>` : renderSome(observed)}
    ${isUnchecked ? html`<p class="quiet">${words.notChecked} ${words.howToCheck}</p>` : undefined}
  </section>`;
}

function renderSome(observed: readonly ObservedDrift[]): Html {
  if (observed.length === 0) return html`<p class="quiet">${words.none}</p>`;
  const { operation, direction, count, last, what } = words.columns;
  const columns = [
    { title: operation },
    { title: direction },
    { title: count, isNumber: true },
    { title: last },
    { title: what },
  ];
  const rest = observed.length - most;
  return html`<p class="quiet">${words.lead}</p>
    ${renderDataTable(words.title, columns, observed.slice(0, most).map(renderRow))}
    ${rest > 0 ? html`<p class="quiet">${words.more(rest)}</p>` : undefined}`;
}

function renderRow({
  operation,
  direction,
  status,
  count,
  lastAt,
  violations,
}: ObservedDrift): readonly Html[] {
  const what = violations
    .slice(0, maxViolations)
    .map((one) => html`<li><bdi>${renderSentence(cutText(one, maxLength))}</bdi></li>`);
  return [
    html`<code><bdi>${operation}</bdi></code>`,
    html`${words.directions[direction]}${status === undefined ? '' : ` ${status}`}`,
    html`${formatCount(count)}`,
    renderDay(lastAt / 1000),
    html`<ul>
      ${what}
    </ul>`,
  ];
}
