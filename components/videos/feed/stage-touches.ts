import { buzz } from '#lib/client/browser/buzz.ts'
import { pressOf } from './card-keys.ts'

/** Longest time between two taps, in ms. */
const DOUBLE_MS = 280
/** Shortest hold, in ms. */
const HOLD_MS = 400

/**
 * Double tap gives, hold pauses. For posters and own files; YouTube handles touches of its frame. Returns the
 * end.
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
    // Scripted and keyboard clicks pass.
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

/** Starts a video, or toggles an own file. */
function tap(card: Element, target: EventTarget | null): void {
  const start = target instanceof Element ? target.closest('button') : null
  if (start) start.click()
  else pressOf(card, 'Space')
}

/** Touched on poster or own video. */
function cardOf({ target }: Event): Element | null {
  if (!(target instanceof Element) || !target.closest('[data-tap]')) return null
  return target.closest('[data-feed-card]')
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}
