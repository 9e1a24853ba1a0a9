/** Gives each block of code a button that copies it. Without a clipboard there is no button. */
function addButton(block) {
  const { copy, copied } = block.dataset;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet small';
  button.textContent = copy;
  button.addEventListener('click', () => {
    const written = navigator.clipboard.writeText(block.querySelector('code').textContent);
    void written.then(() => announce(button, copied, copy));
  });
  block.append(button);
}

/** Shows for a moment that it is done; a screen reader reads the change of the button that it is on. */
function announce(button, copied, copy) {
  button.setAttribute('aria-live', 'polite');
  button.textContent = copied;
  setTimeout(() => (button.textContent = copy), 2000);
}

if (navigator.clipboard) for (const block of document.querySelectorAll('.code-block')) addButton(block);
