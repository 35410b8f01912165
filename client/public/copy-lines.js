// Shows the buttons "Copy" of the page at /api where a script can copy (over https or on this machine).
if (navigator.clipboard)
  for (const button of document.querySelectorAll('pre + button')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
  }
