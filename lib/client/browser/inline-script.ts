import { earlyPressScript } from './early-press.ts'
import { installOfferScript } from './install-offer.ts'

/**
 * Sets the theme and the collapsed rail before the first paint. An inline script cannot import
 * stored-choice.ts, so this one repeats the keys of that file.
 */
const choicesScript =
  'try{var t=localStorage.theme;if(t=="light"||t=="dark")document.documentElement.dataset.theme=t;if(localStorage.rail=="icons")document.documentElement.dataset.rail="icons"}catch(e){}'

/** The script at the start of each body. The CSP allows it by hash. */
export const inlineScript = `${choicesScript};${earlyPressScript};${installOfferScript}`
