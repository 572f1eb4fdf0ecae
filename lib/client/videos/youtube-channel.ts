const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'
const PLAYING = 1
const PAUSED = 2

type Listeners = {
  ready: () => void
  failed: () => void
  playing: (is: boolean) => void
  /** @param ratio share played, 0 to 1 */
  progress: (ratio: number) => void
}
type Command = 'playVideo' | 'pauseVideo' | 'mute' | 'unMute'

/** Uses postMessage without YouTube's script (https://developers.google.com/youtube/iframe_api_reference). */
export class YouTubeChannel {
  readonly #frame: HTMLIFrameElement
  readonly #listeners: Listeners
  #ready = false
  /** Seconds. */
  #duration = 0
  #greeting: ReturnType<typeof setInterval>

  constructor(frame: HTMLIFrameElement, listeners: Listeners) {
    this.#frame = frame
    this.#listeners = listeners
    window.addEventListener('message', this.#receive)
    // Repeats the greeting until the player answers.
    this.#greeting = setInterval(() => this.#post({ event: 'listening' }), 250)
  }

  command(func: Command): void {
    this.#post({ event: 'command', func, args: [] })
  }

  close(): void {
    clearInterval(this.#greeting)
    window.removeEventListener('message', this.#receive)
  }

  #post(message: Record<string, unknown>): void {
    // The target is `*`: nothing is secret, and before loading the frame is another page.
    this.#frame.contentWindow?.postMessage(JSON.stringify({ id: 1, channel: 'widget', ...message }), '*')
  }

  #receive = (event: MessageEvent): void => {
    if (event.origin !== PLAYER_ORIGIN || event.source !== this.#frame.contentWindow) return
    const message = parse(event.data)
    if (!message) return
    if (!this.#ready) this.#becomeReady()
    if (message.event === 'onError') this.#listeners.failed()
    if (message.event === 'onStateChange') this.#reportState(message.info)
    if (message.event === 'infoDelivery') this.#reportProgress(message.info)
  }

  #becomeReady(): void {
    this.#ready = true
    clearInterval(this.#greeting)
    for (const name of ['onStateChange', 'onError']) {
      this.#post({ event: 'command', func: 'addEventListener', args: [name] })
    }
    this.#listeners.ready()
  }

  /** Reports the share played. YouTube sends only changed values, several times a second. */
  #reportProgress(info: unknown): void {
    if (typeof info !== 'object' || info === null) return
    if ('duration' in info && typeof info.duration === 'number') this.#duration = info.duration
    if (!('currentTime' in info) || typeof info.currentTime !== 'number' || this.#duration <= 0) return
    this.#listeners.progress(Math.min(1, info.currentTime / this.#duration))
  }

  #reportState(state: unknown): void {
    if (state === PLAYING) this.#listeners.playing(true)
    if (state === PAUSED) this.#listeners.playing(false)
  }
}

function parse(data: unknown): { event?: unknown; info?: unknown } | null {
  if (typeof data !== 'string') return null
  try {
    const message: unknown = JSON.parse(data)
    return typeof message === 'object' && message !== null ? message : null
  } catch {
    return null
  }
}
