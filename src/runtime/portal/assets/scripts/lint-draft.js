// Shows what lint finds in the document of a form while somebody types it. Without it, the preview does.

const waitMs = 500;
/** How long to wait before the gateway is asked again that was busy, and how often. */
const busyMs = 2000;
const mostRetries = 3;
/** In bytes. A larger file is sent as a file, since browsers are slow to edit a text of its size. */
const largestText = 256 * 1024;
const form = document.querySelector('form[data-findings]');
const definition = form?.querySelector('#definition');
const status = form?.querySelector('[role="status"]');
const file = form?.querySelector('#definition-file');
/** What was filled in from the document, by the names of the fields; it may change with the document. */
const filled = new Map();
/** The digest of the chosen file, once the gateway has it, so that it is not sent again with each change. */
let stored;
let timer;
let request;
let sent;
let retries = 0;

/** The form; what was filled in is left out, since it is to be proposed again. */
function readForm() {
  const fields = new FormData(form);
  for (const [name, value] of filled) if (fields.get(name) === value) fields.set(name, '');
  if (stored) {
    fields.set('definition.stored', stored);
    fields.delete('definition.file');
  }
  return fields;
}

/** Two forms with equal descriptions have the same findings. */
function describe(fields) {
  return JSON.stringify([...fields], (_name, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}

function hasDocument(fields) {
  return definition.value.trim() !== '' || file.files.length > 0 || fields.get('definition.stored');
}

async function lint() {
  const body = readForm();
  const described = describe(body);
  if (described === sent) return;
  request?.abort();
  sent = described;
  if (!hasDocument(body)) return clear('');
  request = new AbortController();
  const answer = await fetch(form.dataset.findings, { method: 'POST', body, signal: request.signal });
  show(new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#findings'));
  if (answer.status === 429 || answer.status === 503) retry();
}

/** A page without findings says that the session has ended, or that the document is too large. */
function show(found) {
  if (!found) return clear(status.dataset.failed);
  form.querySelector('#findings').replaceWith(found);
  status.textContent = found.dataset.status;
  if (found.dataset.stored && file.files.length > 0) keepFile(found.dataset.stored);
  for (const name of ['name', 'context', 'version', 'production']) fill(name, found.dataset[name]);
}

function keepFile(digest) {
  stored = digest;
  sent = describe(readForm());
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
  stored = undefined;
  if (!chosen) return lintSoon();
  const isEdited = chosen.size <= largestText;
  definition.value = isEdited ? await chosen.text() : '';
  if (isEdited) file.value = '';
  lintSoon();
}

/** A text replaces a file that was chosen before. */
function replaceFile() {
  stored = undefined;
  if (definition.value !== '') file.value = '';
}

if (definition) {
  file.addEventListener('change', () => void readFile());
  definition.addEventListener('input', replaceFile);
  form.addEventListener('input', lintSoon);
  lintSoon();
}
