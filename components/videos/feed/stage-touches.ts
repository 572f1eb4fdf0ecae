import { buzz } from '#lib/client/browser/buzz.ts'
import { pressOf } from './card-keys.ts'

/** Longest time between the taps of a double tap. */
const DOUBLE_MS = 280
/** From this time a touch counts as held. */
const HOLD_MS = 400

/**
 * Touches on posters and own files: a double tap opens the gift, a hold pauses an own file. YouTube's frame
 * handles its touches itself. Returns a function that stops it.
 */
export function watchTouches(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let lone: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let held: Element | null = null
  let isAfterHold = false

  const onClick = (event: Event) => {
    const card = cardOf(event)
    // Clicks by scripts, keyboard and mouse pass.
    if (!card || !event.isTrusted || !isTouch(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (isAfterHold) {
      isAfterHold = false
      return
    }
    const { target } = event
    if (lone !== undefined) {
      clearTimeout(lone)
      lone = undefined
      buzz(15)
      pressOf(card, 'g')
      return
    }
    lone = setTimeout(() => {
      lone = undefined
      tap(card, target)
    }, DOUBLE_MS)
  }
  const onMouse = (event: Event) => {
    if (event.target instanceof HTMLVideoElement && !isTouch(event)) pressOf(cardOf(event), 'Space')
  }
  const onDown = (event: Event) => {
    const card = cardOf(event)
    isAfterHold = false
    if (!card || !isTouch(event) || !(event.target instanceof HTMLVideoElement) || event.target.paused) return
    resting = setTimeout(() => {
      held = card
      pressOf(card, 'Space')
    }, HOLD_MS)
  }
  const onUp = () => {
    clearTimeout(resting)
    if (!held) return
    pressOf(held, 'Space')
    held = null
    isAfterHold = true
  }
  const onMenu = (event: Event) => {
    if (event.target instanceof HTMLVideoElement && cardOf(event)) event.preventDefault()
  }
  document.addEventListener('click', onClick, { capture: true, signal })
  document.addEventListener('click', onMouse, { signal })
  document.addEventListener('pointerdown', onDown, { signal })
  document.addEventListener('pointerup', onUp, { signal })
  document.addEventListener('pointercancel', onUp, { signal })
  document.addEventListener('contextmenu', onMenu, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(lone)
    clearTimeout(resting)
  })
  return () => ended.abort()
}

/** Starts a video from its poster; plays or pauses an own file. */
function tap(card: Element, target: EventTarget | null): void {
  const start = target instanceof Element ? target.closest('button') : null
  if (start) start.click()
  else pressOf(card, 'Space')
}

/** The card whose poster or own file was touched; null if neither was. */
function cardOf({ target }: Event): Element | null {
  if (!(target instanceof Element) || !target.closest('[data-tap]')) return null
  return target.closest('[data-feed-card]')
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}
