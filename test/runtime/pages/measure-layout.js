/** The problems of the layout of the page that this script runs in, see `layout.ts`. */
globalThis.measureLayout = (isPhone) => {
  const faults = [];
  const name = (element) => (element.textContent ?? '').trim().slice(0, 40);
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} pixels too wide`);

  for (const region of document.querySelectorAll('.scroll')) {
    const edge = region.getBoundingClientRect().right + 1;
    for (const cell of region.querySelectorAll('td, tbody th')) {
      const box = cell.getBoundingClientRect();
      const isEmpty = name(cell) === '';
      if (!isEmpty && (box.width === 0 || box.height === 0)) faults.push(`hidden cell: ${name(cell)}`);
      if (isPhone && box.right > edge) faults.push(`cell beyond its region: ${name(cell)}`);
    }
  }

  for (const plot of document.querySelectorAll('svg.plot')) {
    const frame = plot.getBoundingClientRect();
    if (frame.left < 0 || frame.right > clientWidth + 1) faults.push('plot beyond the window');
    for (const text of plot.querySelectorAll('text')) {
      const box = text.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1)
        faults.push(`label beyond its plot: ${name(text)}`);
      if (box.height < 9) faults.push(`label too small: ${name(text)}`);
    }
  }
  return [...faults, ...findOverlaps()];

  function findOverlaps() {
    const lines = listLines().toSorted((one, other) => one.box.top - other.box.top);
    return lines.flatMap((one, index) => {
      const found = [];
      for (let next = index + 1; next < lines.length; next += 1) {
        const other = lines[next];
        if (other.box.top > one.box.bottom - 3) break;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        if (one.node !== other.node && width > 2) found.push(`overlap: ${one.text} | ${other.text}`);
      }
      return found;
    });
  }

  /** The lines of text that readers see. */
  function listLines() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const lines = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.nodeValue ?? '').trim();
      const element = node.parentElement;
      if (text === '' || !element || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width > 1 && box.height > 1) lines.push({ node, text: text.slice(0, 30), box });
    }
    return lines;
  }

  function isSeen(element) {
    if (element.closest('title, select, textarea, noscript, .skip, pre')) return false;
    if (!element.checkVisibility()) return false;
    for (let around = element; around; around = around.parentElement) {
      const { clipPath, display, position } = getComputedStyle(around);
      // Chromium returns boxes of SVG texts in a group that a container query hides.
      if (display === 'none') return false;
      if (position === 'absolute' && clipPath !== 'none') return false;
    }
    return true;
  }
};
