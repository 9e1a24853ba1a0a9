import { findSchema, listSchemaNames, schemaAtPointer, type WrittenSchema } from '#openapi/named-schemas.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../../pages/render-within.ts';
import { takeEntries } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { showStoreProblem } from '../../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../../visit/store-visit.ts';
import { readOperations } from '../api-operations.ts';
import { pathOfSchemas } from '../api-paths.ts';
import { renderBreadcrumb, type FoundVersion } from '../find-version.ts';
import { renderSearchForm } from '../search-reference.ts';
import { readFrom, referencePaths, type ReferencePaths } from './reference-paths.ts';
import { renderName, renderOwnType } from './render-type.ts';
import { schemaEntries, topView } from './schema-entries.ts';
import { moreText } from './render-text.ts';
import { renderEntries } from './show-part.ts';

const { reference } = texts;

/** Shows the named schemas of a document, or with `at` in the URL the schema at a pointer. */
export function showSchemas(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { portal, query } = visit;
  const { document } = readOperations(found.api);
  const paths = referencePaths(portal.addresses, found.entry);
  const pointer = query.get('at');
  if (pointer !== null) {
    const schema = schemaAtPointer(document, pointer);
    if (!schema) return showStoreProblem(portal, 'page_unknown');
    return showOne(visit, found, { title: reference.inlineSchema, schema, pointer, path: paths.at(pointer) });
  }
  const names = listSchemaNames(document).toSorted((one, other) => (one < other ? -1 : 1));
  const entries = names.map((name) => () => html`<li>${renderName(name, paths)}</li>`);
  const { addresses } = portal;
  const main = html`${renderBreadcrumb(visit, found, reference.schemas)}
    <div class="page-head">
      <h1>${reference.schemas}</h1>
      <p class="lead">${reference.schemasExplanation}</p>
      <p class="quiet">${reference.schemaCount(names.length)}</p>
    </div>
    ${renderSearchForm(visit, found)}
    ${renderEntries(entries, pathOfSchemas(addresses, found.entry), readFrom(query), renderList)}`;
  const title = `${reference.schemas} – ${found.description.title} ${found.entry.version}`;
  return { status: 200, page: { title, main, section: 'catalogue' } };
}

function renderList(names: readonly Html[]): Html {
  return html`<ul class="entries names">
    ${names}
  </ul>`;
}

/** Shows the schema that the URL names. */
export function showSchema(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { portal, parameters } = visit;
  const name = parameters['schema'] ?? '';
  const schema = findSchema(readOperations(found.api).document, name);
  if (!schema) return showStoreProblem(portal, 'page_unknown');
  const path = referencePaths(portal.addresses, found.entry).named(name);
  return showOne(visit, found, { title: name, schema, path, name });
}

interface ShownSchema {
  readonly title: string;
  readonly schema: WrittenSchema;
  readonly path: string | undefined;
  /** Undefined for a schema inside of others. */
  readonly name?: string;
  readonly pointer?: string;
}

function showOne(visit: StoreVisit, found: FoundVersion, shown: ShownSchema): StoreAnswer {
  const { portal, query } = visit;
  const { schema, path, name, pointer } = shown;
  const title = cutText(shown.title, 200);
  const paths = referencePaths(portal.addresses, found.entry);
  const main = html`${renderBreadcrumb(visit, found, title)}
    <div class="page-head">
      <h1><bdi>${title}</bdi></h1>
      <p class="quiet">
        ${schema.node ? renderOwnType(schema.node, paths) : schema.written === false ? reference.nothing : reference.anything}
      </p>
      ${pointer === undefined ? undefined : html`<p class="quiet small"><code>${cutText(pointer, 1000)}</code></p>`}
    </div>
    ${renderEntries(schemaEntries(schema, topView(paths, 'both', 'schema')), path, readFrom(query))}
    ${name === undefined ? undefined : renderUses(found, name, paths)}`;
  const page = { title: `${title} – ${found.description.title} ${found.entry.version}`, main };
  return { status: 200, page: { ...page, section: 'catalogue', scripts: ['copy-code.js'] } };
}

/** The operations and the other schemas that contain a schema. */
function renderUses({ api }: FoundVersion, name: string, paths: ReferencePaths): Html {
  const { uses } = readOperations(api);
  const operations = uses.operationsWith(name).map((operation) => () => {
    const path = paths.operation(operation);
    const label = html`<span class="method">${operation.method}</span>
      <code>${cutText(operation.path.template, 200)}</code>`;
    return html`<li>${path === undefined ? label : html`<a href="${path}">${label}</a>`}</li>`;
  });
  const schemas = uses.schemasWith(name).map((user) => () => html`<li>${renderName(user, paths)}</li>`);
  const listed = takeEntries(operations, 30_000);
  const users = takeEntries(schemas, 15_000);
  return html`<section class="stack tight" aria-labelledby="uses">
      <h2 id="uses">${reference.usedBy}</h2>
      ${operations.length === 0 ? html`<p class="quiet">${reference.usedByNone}</p>` : undefined}
      <ul class="entries operations">
        ${listed.shown}
      </ul>
      ${
        listed.next === undefined
          ? undefined
          : html`<p class="quiet">${moreText(operations.length - listed.next)}</p>`
      }
    </section>
    ${
      schemas.length > 0
        ? html`<section class="stack tight" aria-labelledby="parts">
            <h2 id="parts">${reference.partOf}</h2>
            <ul class="tags">
              ${users.shown}
            </ul>
            ${users.next === undefined ? undefined : html`<p class="quiet">${moreText(schemas.length - users.next)}</p>`}
          </section>`
        : undefined
    }`;
}
