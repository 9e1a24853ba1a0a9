// Shows what lint finds in the document of a form while somebody types it. Without it, the preview does.

const waitMs = 500;
/** How long to wait before the gateway is asked again that was busy, and how often. */
const busyMs = 2000;
const mostRetries = 3;
const form = document.querySelector('form[data-findings]');
const definition = form?.querySelector('#definition');
const status = form?.querySelector('[role="status"]');
const file = form?.querySelector('#definition-file');
/** What was filled in from the document, by the names of the fields; it may change with the document. */
const filled = new Map();
let timer;
let request;
let sent;
let retries = 0;

/** The form; what was filled in is left out, since it is to be proposed again. */
function readForm() {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  const own = fields.map(([name, value]) => [name, filled.get(name) === value ? '' : value]);
  return new URLSearchParams(own).toString();
}

async function lint() {
  const body = readForm();
  if (body === sent) return;
  request?.abort();
  sent = body;
  if (definition.value.trim() === '') return clear('');
  request = new AbortController();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(form.dataset.findings, {
    method: 'POST',
    body,
    headers,
    signal: request.signal,
  });
  show(new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#findings'));
  if (answer.status === 429 || answer.status === 503) retry();
}

/** A page without findings says that the session has ended, or that the document is too large. */
function show(found) {
  if (!found) return clear(status.dataset.failed);
  form.querySelector('#findings').replaceWith(found);
  status.textContent = found.dataset.status;
  for (const name of ['name', 'context', 'version', 'production']) fill(name, found.dataset[name]);
}

function clear(text) {
  form.querySelector('#findings').replaceChildren();
  status.textContent = text;
}

/** Fills a field that is empty, or that was filled in before; not while somebody types there. */
function fill(name, value) {
  const field = form.querySelector(`input[name="${name}"]:not([type="hidden"])`);
  if (!field || !value || field === document.activeElement) return;
  if (field.value !== '' && field.value !== filled.get(name)) return;
  field.value = value;
  filled.set(name, value);
}

function retry() {
  sent = undefined;
  retries += 1;
  if (retries > mostRetries) return;
  clearTimeout(timer);
  timer = setTimeout(lintQuietly, busyMs);
}

function lintQuietly() {
  lint().catch((error) => {
    if (error.name === 'AbortError') return;
    sent = undefined;
    clear(status.dataset.failed);
  });
}

function lintSoon() {
  retries = 0;
  clearTimeout(timer);
  timer = setTimeout(lintQuietly, waitMs);
}

async function readFile() {
  const [chosen] = file.files;
  if (!chosen) return;
  definition.value = await chosen.text();
  lintSoon();
}

if (definition) {
  file.closest('[hidden]').hidden = false;
  file.addEventListener('change', () => void readFile());
  form.addEventListener('input', lintSoon);
  lintSoon();
}
