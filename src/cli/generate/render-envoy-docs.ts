import { deviations, type Deviation } from '#export/envoy/deviations.ts';

const introduction = `<!-- \`npm run generate\` writes this file from the table of deviations. -->

# Envoy

Envoy can serve the calls of the same declarations that \`gatewright run\` serves. \`gatewright export envoy --out DIR\`
compiles the declarations and writes what Envoy loads; start it with \`envoy -c DIR/bootstrap.json\`. It is tested with
Envoy 1.40. The bootstrap limits the connections of clients to 50,000 at a time (\`max_active_downstream_connections\`). A gateway stays the key manager: Envoy fetches its public keys from \`keyManagerUrl\` (or \`--key-manager\`), or
takes those of a file (\`--jwks\`), which the export contains: export again when they change. A [control
plane](control-plane.md) publishes them with everything else. \`/token\`, \`/authorize\` and the store are not served by Envoy.

Each export replaces the files by renames, and a running Envoy takes it over by itself, folder by folder: \`secrets\`,
\`clusters\`, \`routes\`, \`filters\`, \`program\`, \`listeners\`. Copy an export to another machine in the same order and by
renames, so that no call fails meanwhile. Routes, consumer keys, subscriptions, limits and secrets change without closing a
connection; settings of the listener do not. Clusters and routes of the export before stay until the next one, and those of exports that were replaced
within the last minute too, for the calls that Envoy decides meanwhile (\`referenced.json\`). Leave Envoy time to
take over an export before the next one: if it gets no processor time in between, calls can fail for a moment. Answers name
their table in the header \`gatewright-digest\` if the declarations ask for it. Keep the folder as private as the
declarations: it contains consumer keys and the paths of secret files, but no secret.

Let load balancers and orchestrators ask \`/health/ready\` of the listener for calls, as of the built-in data plane: it is
answered with 200 only if Envoy has a listener, its filters and the routes of a table. \`/ready\` of the admin interface also says
LIVE if Envoy has refused the files that it was started with, and then answers no call. Envoy keeps what it has in place of what it
refuses, which its log names; if that is the routes, calls of APIs that have changed get 404 until the next export. That leaves out what the refused one referred to, if it can ask the Envoy what it has accepted
(at \`--admin-port\` on this machine, for up to five seconds after an export that Envoy has not taken over); otherwise Envoy refuses it too,
until one is written a minute later. A [control plane](control-plane.md) keeps a table whole.

Clients receive the same answers from both, apart from the deviations below. A call goes through a filter that verifies
tokens, a program in Lua that applies the declarations in the order of the built-in data plane, and a filter that counts
calls. Only the program sets the header by which a route is found, so that no other call reaches an upstream.

## What Envoy refuses to export

The export of a table that declares one of these fails with exit code 1, names the declaration, and writes nothing.
\`--accept CODE\` exports it nevertheless, without what the deviation describes; an endpoint whose secrets or targets are
refused has no cluster, and its calls get 503.
`;

/** The page of docs/envoy.md. */
export function renderEnvoyDocs(): string {
  return [introduction, renderTable('refused'), '## Where answers differ\n', renderTable('different')].join(
    '\n',
  );
}

function renderTable(effect: Deviation['effect']): string {
  const rows = Object.entries<Deviation>(deviations).filter(([, deviation]) => deviation.effect === effect);
  const cells = rows.map(([code, { description }]) => [`\`${code}\``, description] as const);
  const [first, second] = [widest(cells, 0, 'code'), widest(cells, 1, 'deviation')];
  const line = (code: string, text: string) => `| ${code.padEnd(first)} | ${text.padEnd(second)} |\n`;
  return [
    line('code', 'deviation'),
    line('-'.repeat(first), '-'.repeat(second)),
    ...cells.map(([code, text]) => line(code, text)),
  ].join('');
}

function widest(cells: readonly (readonly [string, string])[], column: 0 | 1, title: string): number {
  return Math.max(title.length, ...cells.map((cell) => cell[column].length));
}
