/**
 * Stores the browser's install prompt. Inline, because the browser may offer the prompt before our scripts
 * load.
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
 * How the app is installed: by the browser's dialog, by hand (iPhone), or null if installed or unsupported.
 */
export type InstallWay = 'offered' | 'by_hand' | null

export const installOffer = {
  way(): InstallWay {
    if (window.matchMedia('(display-mode: standalone)').matches) return null
    if (window.installOffer) return 'offered'
    // iPhone and iPad have no install prompt. An iPad claims to be a Mac, but has touch.
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
  /** Opens the browser's install dialog; each offer works once. */
  async take(): Promise<void> {
    const offer = window.installOffer
    window.installOffer = undefined
    await offer?.prompt()
    tell()
  },
}
