import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../../texts/texts.ts';

const { draft } = texts.proposals;

/** What the script adds to a field for a document: a choice of a file, and the findings. Without it nothing is shown. */
export function renderDocumentParts(name: string): Html {
  return html`<div class="field" hidden="">
      <label for="${name}-file">${draft.file}</label>
      <input id="${name}-file" type="file" accept=".yaml,.yml,.json" />
    </div>
    <p class="hint" role="status" data-failed="${draft.failed}"></p>
    <div id="findings"></div>`;
}
