/** Moves the focus to a part of the page, which is no control: clicks and the Tab key never reach it. */
export function focusSection(section: HTMLElement | null): void {
  if (!section) return;
  section.tabIndex = -1;
  section.addEventListener('blur', () => section.removeAttribute('tabindex'), { once: true });
  section.focus();
}
