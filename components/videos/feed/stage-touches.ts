import { buzz } from '#lib/client/browser/buzz.ts'
import { pressOf } from './card-keys.ts'

/** Two taps within this many milliseconds are one double tap. */
const DOUBLE_MS = 280
/** A finger that rests for this long holds. */
const HOLD_MS = 400

/**
 * Fingers on a stage, as people know them: a double tap gives, a finger that rests holds the video. They work on the poster and on
 * files of our own; a touch of YouTube's frame is YouTube's. Answers how to stop.
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
    // What is pressed from here, and by keyboard, is meant as it is.
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

/** A lone tap starts what has not begun, and stops or goes on with a file of our own. */
function tap(card: Element, target: EventTarget | null): void {
  const start = target instanceof Element ? target.closest('button') : null
  if (start) start.click()
  else pressOf(card, 'Space')
}

/** The card whose poster or own video was touched. */
function cardOf({ target }: Event): Element | null {
  if (!(target instanceof Element) || !target.closest('[data-tap]')) return null
  return target.closest('[data-feed-card]')
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}
