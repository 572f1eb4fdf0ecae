import { earlyPressScript } from './early-press.ts'
import { installOfferScript } from './install-offer.ts'

/**
 * Sets the picked theme and the collapsed rail on <html> before the first paint; without a choice the device decides the theme. It runs
 * inline, before any other script of ours, so it reads the keys of themeChoice and railChoice (stored-choice.ts) itself.
 */
const choicesScript =
  'try{var t=localStorage.theme;if(t=="light"||t=="dark")document.documentElement.dataset.theme=t;if(localStorage.rail=="icons")document.documentElement.dataset.rail="icons"}catch(e){}'

/** What runs inline, first in the body of every page. The policy of each page names it by its hash. */
export const inlineScript = `${choicesScript};${earlyPressScript};${installOfferScript}`
