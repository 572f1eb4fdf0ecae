import { earlyPressScript } from './early-press.ts'
import { installOfferScript } from './install-offer.ts'

/**
 * Sets the theme and the collapsed rail before the first paint. Inline, so it reads the keys of themeChoice
 * and railChoice (stored-choice.ts) itself.
 */
const choicesScript =
  'try{var t=localStorage.theme;if(t=="light"||t=="dark")document.documentElement.dataset.theme=t;if(localStorage.rail=="icons")document.documentElement.dataset.rail="icons"}catch(e){}'

/** Inline at the start of each body. The CSP allows it by hash. */
export const inlineScript = `${choicesScript};${earlyPressScript};${installOfferScript}`
