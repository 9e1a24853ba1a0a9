// Searches the catalogue while somebody types. Without it, the form sends the search.

const waitMs = 150;
const form = document.querySelector('form.search');
const input = form?.querySelector('input[name="q"]');
let timer;
let request;

/** The query of the form, without empty fields: the same address as the form without a script would have. */
function readQuery() {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '');
  return new URLSearchParams(fields).toString();
}

async function search() {
  request?.abort();
  request = new AbortController();
  const query = readQuery();
  const answer = await fetch(`${form.dataset.found}?${query}`, { signal: request.signal });
  if (!answer.ok) return;
  show(new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#found'));
  history.replaceState(null, '', query === '' ? form.action : `${form.action}?${query}`);
}

function show(found) {
  if (!found) return;
  const before = document.querySelector('#found');
  const filters = found.querySelector('details');
  // On a phone the filters stay open or closed, as they were.
  if (filters) filters.open = before.querySelector('details')?.open ?? false;
  before.replaceWith(found);
  document.querySelector('[role="status"]').textContent = found.dataset.status;
}

/** A search that fails or is overtaken leaves the page as it is; the form can still be sent. */
function searchQuietly() {
  search().catch(() => undefined);
}

input?.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(searchQuietly, waitMs);
});
