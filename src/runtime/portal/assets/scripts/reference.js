/** Shows the reference viewer. Its calls go to the store, which adds the access token and sends them. */
const viewer = document.querySelector('#viewer');
const state = document.querySelector('#viewer-state');
const { dataset } = viewer;

/** Loads the viewer as a script, since it is not a module. */
function loadViewer() {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = dataset.viewer;
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

async function loadDocument() {
  const answer = await fetch(dataset.document);
  if (!answer.ok) throw new Error(`the document has status ${answer.status}`);
  return answer.json();
}

function toBase64(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** What the viewer shows as the response if there is none. */
function problem(status, message) {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify({ message }), { status, headers });
}

/** The part of an address below that of the API; undefined if it is elsewhere. */
function pathBelowApi(address) {
  const { href } = new URL(address);
  const rest = href.slice(dataset.base.length);
  return href.startsWith(dataset.base) && /^[/?]|^$/.test(rest) ? rest.replace(/#.*$/, '') : undefined;
}

async function describeCall(request, path) {
  const body = new Uint8Array(await request.arrayBuffer());
  const { application, keys, csrf } = document.forms.caller.elements;
  const fields = new URLSearchParams({
    csrf: csrf.value,
    application: application.value,
    keys: keys.value,
    method: request.method,
    path: path.startsWith('/') ? path : `/${path}`,
    headers: JSON.stringify([...request.headers]),
  });
  if (body.length > 0) fields.set('body', toBase64(body));
  return fields;
}

/** Stands in for `fetch`: the viewer sends every call with it. */
async function sendThroughStore(input, init) {
  const request = new Request(input, init);
  const path = pathBelowApi(request.url);
  if (path === undefined) return problem(400, dataset.notOfApi);
  const answer = await fetch(dataset.send, { method: 'POST', body: await describeCall(request, path) });
  if (!answer.headers.get('content-type')?.startsWith('application/json'))
    return problem(401, dataset.signedOut);
  const content = await answer.json();
  if (!answer.ok)
    return new Response(JSON.stringify(content), { status: answer.status, headers: answer.headers });
  return toResponse(content);
}

/** These statuses have no body. */
const bodyless = [204, 205, 304];

function toResponse({ status, headers, body }) {
  const shown = new Headers();
  for (const [name, value] of headers) shown.append(name, value);
  return new Response(bodyless.includes(status) ? null : fromBase64(body), { status, headers: shown });
}

/** Whether the reader can send calls: signed in, and with an application. */
const canSend = dataset.send !== '' && document.forms.caller !== undefined;
const dark = matchMedia('(prefers-color-scheme: dark)');

function configure(content) {
  return {
    content,
    customFetch: sendThroughStore,
    hideTestRequestButton: !canSend,
    forceDarkModeState: dark.matches ? 'dark' : 'light',
    hideDarkModeToggle: true,
    // Nothing is loaded from elsewhere, and nothing is sent there.
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'none',
    persistAuth: false,
  };
}

/** The page has its one main part already. */
function demoteMain() {
  const observer = new MutationObserver(() => {
    const main = viewer.querySelector('main');
    if (!main) return;
    main.setAttribute('role', 'region');
    observer.disconnect();
  });
  observer.observe(viewer, { childList: true, subtree: true });
}

function show([content]) {
  demoteMain();
  const reference = globalThis.Scalar.createApiReference(viewer, configure(content));
  dark.addEventListener('change', () => reference.updateConfiguration(configure(content)));
  state.textContent = '';
}

state.textContent = dataset.loading;
Promise.all([loadDocument(), loadViewer()])
  .then(show)
  .catch(() => (state.textContent = dataset.failed));
