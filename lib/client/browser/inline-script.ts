import { earlyPressScript } from './early-press.ts'
import { installOfferScript } from './install-offer.ts'

/**
 * Sets the theme on <html> before the first paint. Inline, so it reads the key of themeChoice
 * (stored-choice.ts) itself.
 */
const themeScript =
  'try{var t=localStorage.theme;if(t=="light"||t=="dark")document.documentElement.dataset.theme=t}catch(e){}'

/** Inline at the start of each body. The CSP allows it by hash. */
export const inlineScript = `${themeScript};${earlyPressScript};${installOfferScript}`
