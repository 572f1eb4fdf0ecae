/**
 * Sets the picked theme on <html> before the first paint; without a choice the device decides. It runs inline, before any
 * other script of ours, so it reads the key of themeChoice (stored-choice.ts) itself.
 */
export const themeScript =
  'try{var t=localStorage.theme;if(t=="light"||t=="dark")document.documentElement.dataset.theme=t}catch(e){}'
