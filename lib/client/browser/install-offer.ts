/**
 * Keeps the browser's offer to install the product, and has it made from the menu instead of over the page. The browser makes
 * it once, maybe before any script of ours runs, so this runs inline.
 */
export const installOfferScript =
  'addEventListener("beforeinstallprompt",function(e){e.preventDefault();window.installOffer=e})'

type InstallOffer = Event & { prompt: () => Promise<unknown> }

declare global {
  interface Window {
    installOffer?: InstallOffer | undefined
  }
}

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/**
 * How the product can be installed here: by the browser's own dialog, by hand as on an iPhone, or not at all (it is installed
 * already, or the browser does not do it).
 */
export type InstallWay = 'offered' | 'by_hand' | null

export const installOffer = {
  way(): InstallWay {
    if (window.matchMedia('(display-mode: standalone)').matches) return null
    if (window.installOffer) return 'offered'
    // Safari on iPhones and iPads makes no offer; an iPad says that it is a Mac, but has a touch screen.
    const { userAgent, maxTouchPoints } = navigator
    const isApple = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
    return isApple ? 'by_hand' : null
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    window.addEventListener('beforeinstallprompt', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('beforeinstallprompt', listener)
    }
  },
  /** Opens the browser's dialog. An offer is good for once. */
  async take(): Promise<void> {
    const offer = window.installOffer
    window.installOffer = undefined
    await offer?.prompt()
    tell()
  },
}
