import { earlyPressScript } from './early-press.ts'
import { installOfferScript } from './install-offer.ts'
import { themeScript } from './theme-script.ts'

/** What runs inline, first in the body of every page. The policy of each page names it by its hash. */
export const inlineScript = `${themeScript};${earlyPressScript};${installOfferScript}`
