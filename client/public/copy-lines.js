// Shows the buttons "Copy" of the page at /api where a script can copy (over https or on this machine).
if (navigator.clipboard)
  for (const button of document.querySelectorAll('pre + button')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.firstChild.data = 'Copied';
      setTimeout(() => {
        button.firstChild.data = 'Copy';
      }, 2000);
    });
  }
