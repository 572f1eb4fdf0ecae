/**
 * Puts the picked theme on <html> before the first paint; without a choice the device decides by itself. Runs inline,
 * before anything else of ours: it reads the key of themeChoice (stored-choice.ts) by itself.
 */
export const themeScript =
  'try{var t=localStorage.theme;if(t=="light"||t=="dark")document.documentElement.dataset.theme=t}catch(e){}'
