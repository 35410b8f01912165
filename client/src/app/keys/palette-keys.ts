export const paletteKeys = () => (/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K');
