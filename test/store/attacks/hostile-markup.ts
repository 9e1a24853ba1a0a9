import type { Page } from 'playwright-core';

/** Each of them would run a script, load something from elsewhere, or make an element. */
export const attacks = [
  `"'--></title></textarea></script></style>`,
  '<script>globalThis.attacked = 1</script>',
  '<img src="https://evil.example.org/i.png" onerror="globalThis.attacked = 1">',
  '<svg onload="globalThis.attacked = 1"><use href="https://evil.example.org/u.svg"></use></svg>',
  '<attack-element></attack-element>',
  '<iframe srcdoc="<script>parent.attacked = 1</script>"></iframe>',
  '<meta http-equiv="refresh" content="0; url=https://evil.example.org/">',
  '<style>* { background: url(https://evil.example.org/s.png) }</style>',
  '<form action="https://evil.example.org/"><button formaction="javascript:attacked=1">x</button></form>',
  '[a](javascript:globalThis.attacked=1) ![b](https://evil.example.org/m.png) <javascript:attacked=1>',
  '[c]( data:text/html,<script>attacked=1</script>) [d](&#106;avascript:attacked=1) [e]: javascript:attacked=1',
  '{{constructor.constructor("globalThis.attacked=1")()}} ${attacked=1}',
];

/** All of them, a line each. */
export const attack = attacks.join('\n');

/** What the markup has made of the page, also inside of shadow roots. */
export function findTraces(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const traces = globalThis.attacked === undefined ? [] : ['a script ran'];
    const look = (root) => {
      for (const element of root.querySelectorAll('*')) {
        const markup = element.outerHTML.slice(0, 200);
        if (/^(attack-element|iframe|meta|base|object|embed)$/i.test(element.localName) && /evil|attack|srcdoc/.test(markup)) traces.push(markup);
        for (const { name, value } of element.attributes) {
          if (/^on/i.test(name)) traces.push(markup);
          if (/^(href|src|action|formaction|xlink:href|data|srcset|poster)$/i.test(name)
            && (/^\\s*(javascript|data:text|vbscript):?/i.test(value) || (/evil/.test(value) && !/^(https?:\\/\\/[^/]*evil|\\/)/.test(value) && name !== 'href'))) traces.push(markup);
        }
        if (element.shadowRoot) look(element.shadowRoot);
      }
    };
    look(document);
    return traces;
  })()`);
}
