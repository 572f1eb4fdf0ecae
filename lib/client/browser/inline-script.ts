import { earlyPressScript } from './early-press.ts'
import { installOfferScript } from './install-offer.ts'

/**
 * Sets the picked theme on <html> before the first paint; without a choice the device decides. It runs inline, before any
 * other script of ours, so it reads the key of themeChoice (stored-choice.ts) itself.
 */
const themeScript =
  'try{var t=localStorage.theme;if(t=="light"||t=="dark")document.documentElement.dataset.theme=t}catch(e){}'

/** What runs inline, first in the body of every page. The policy of each page names it by its hash. */
export const inlineScript = `${themeScript};${earlyPressScript};${installOfferScript}`
