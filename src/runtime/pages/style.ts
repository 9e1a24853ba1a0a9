import { createHash } from 'node:crypto';
import { html as css, html } from './html.ts';
import { palette } from './palette.ts';

const sheet = css`
  ${palette}
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    min-height: 100vh;
    display: flex;
    flex-direction: column;
    background: var(--page);
    color: var(--text);
    font:
      1rem/1.5 system-ui,
      sans-serif;
    overflow-wrap: anywhere;
  }
  /* The name of the organisation, below a strip in the main colour. */
  header {
    padding: 0.75rem 1rem;
    font-weight: 600;
    border-top: 0.375rem solid var(--main);
    border-bottom: 1px solid var(--line);
  }
  .logo {
    display: inline-block;
    height: 2.25rem;
    max-width: 100%;
    margin-right: 0.75rem;
    vertical-align: middle;
  }
  main {
    padding: 1.5rem 1rem;
  }
  /* On wide screens, the page is a card, a little above the middle. */
  @media (min-width: 36rem) {
    body {
      align-items: center;
      padding: clamp(1.5rem, 12vh, 8rem) 1rem 2rem;
      background: var(--ground);
    }
    header,
    main {
      width: 100%;
      max-width: 30rem;
      padding-inline: 2.5rem;
      background: var(--page);
      border: 1px solid var(--line);
    }
    header {
      border-top: 0.375rem solid var(--main);
      border-bottom: 0;
      border-radius: 0.75rem 0.75rem 0 0;
    }
    main {
      padding-block: 2rem 1.75rem;
      border-radius: 0 0 0.75rem 0.75rem;
    }
    main:first-child {
      border-radius: 0.75rem;
    }
  }
  h1 {
    font-size: 1.5rem;
    line-height: 1.25;
    margin: 0 0 0.75rem;
  }
  h2 {
    font-size: 1.125rem;
    line-height: 1.25;
    margin: 0 0 0.5rem;
  }
  .granted {
    padding-top: 1.25rem;
    margin-top: 1.25rem;
    border-top: 1px solid var(--line);
  }
  .empty {
    padding: 1.25rem 1rem;
    text-align: center;
    border: 1px dashed var(--line);
    border-radius: 0.375rem;
  }
  .empty p {
    margin: 0;
  }
  .aside {
    margin: 0.75rem 0 0;
    text-align: center;
  }
  label {
    margin-bottom: 0.5rem;
  }
  label,
  dt {
    display: block;
    font-weight: 600;
  }
  dd {
    margin: 0 0 0.75rem;
  }
  .field {
    margin: 0 0 1rem;
  }
  input {
    width: 100%;
    min-height: 2.75rem;
    padding: 0.5rem 0.75rem;
    font: inherit;
    color: var(--text);
    background: var(--page);
    border: 1px solid var(--line);
    border-radius: 0.375rem;
  }
  input[aria-invalid] {
    border: 2px solid var(--alert);
  }
  button {
    width: 100%;
    min-height: 2.75rem;
    padding: 0.5rem 1rem;
    margin: 0 0 0.75rem;
    font: inherit;
    font-weight: 600;
    color: var(--on-main);
    background: var(--main);
    border: 2px solid var(--main);
    border-radius: 0.375rem;
    cursor: pointer;
  }
  button.other {
    color: var(--main);
    background: var(--page);
  }
  button.link {
    color: var(--main);
    background: none;
    border-color: transparent;
    margin: 0;
    text-decoration: underline;
  }
  /* A word with a line on both sides. */
  .or {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    margin: 0.5rem 0 1.25rem;
    color: var(--quiet);
  }
  .or::before,
  .or::after {
    content: '';
    flex: 1;
    border-top: 1px solid var(--line);
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    margin-top: 1.5rem;
  }
  /* A double click on the previous page must not press these buttons. */
  .choice button {
    flex: 1 1 8rem;
    animation: arm 0.6s step-end;
  }
  @keyframes arm {
    from {
      pointer-events: none;
    }
  }
  .problem,
  .sandbox {
    padding: 0.75rem 1rem;
    margin: 0 0 1rem;
    border: 2px solid var(--line);
    border-radius: 0.375rem;
  }
  .problem {
    border-color: var(--alert);
    background: var(--alert-page);
    color: var(--alert);
  }
  .problem p {
    margin: 0;
  }
  .quiet {
    margin-top: 0;
    color: var(--quiet);
  }
  /* A target of at least 24 by 24 pixels (WCAG 2.2, 2.5.8). */
  a {
    display: inline-block;
    min-width: 1.5rem;
    min-height: 1.5rem;
    color: var(--main);
  }
  .problem a {
    color: inherit;
  }
  :focus-visible {
    outline: 3px solid var(--main);
    outline-offset: 2px;
  }
`;

/** The style of every page. */
export const style = html`<style>
  ${sheet}
</style>`;

/** The hash of the style for the Content-Security-Policy: the digest of everything between its tags. */
export const styleSource = `'sha256-${digestOfContent(String(style))}'`;

function digestOfContent(element: string): string {
  const content = element.slice(element.indexOf('>') + 1, element.lastIndexOf('<'));
  return createHash('sha256').update(content).digest('base64');
}
