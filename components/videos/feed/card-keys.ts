import { openDialogs } from '#lib/client/browser/open-dialogs.ts'
import { cardKeysChoice } from '#lib/client/browser/stored-choice.ts'

/**
 * Handles the feed's keys: J, K and arrows change the card; Space, M and G press its buttons. Returns a
 * function that stops it.
 */
export function watchCardKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (cardKeysChoice.read() === 'off' || isTyping(event.target)) return
    if (openDialogs().length > 0) return
    if (act(event)) event.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

/** @returns true if the key was used */
function act({ key, target }: KeyboardEvent): boolean {
  if (key === 'j') return goToCard(1)
  if (key === 'k') return goToCard(-1)
  if (key === 'm' || key === 'g') return press(key)
  // A focused link or button handles the keys below itself.
  if (target !== document.body && !isCard(target)) return false
  if (key === ' ') return press('Space')
  if (key === 'ArrowDown') return goToCard(1)
  if (key === 'ArrowUp') return goToCard(-1)
  return false
}

/** Presses a button of the visible card by its key. */
function press(key: string): boolean {
  const { cards, at } = cardsInView()
  return pressOf(cards[at], key)
}

/** @returns true if the card has such a button */
export function pressOf(card: Element | null | undefined, key: string): boolean {
  const button = card?.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${key}"]`)
  button?.click()
  return Boolean(button)
}

/** @returns false at the feed's end, so that the page scrolls */
function goToCard(step: 1 | -1): boolean {
  const { cards, at } = cardsInView()
  // If the first card is still below the top, it is the next one.
  const isBeforeFirst = step === 1 && at === 0 && (cards[0]?.getBoundingClientRect().top ?? 0) > 100
  const card = isBeforeFirst && document.activeElement !== cards[0] ? cards[0] : cards[at + step]
  if (!card) return false
  card.focus({ preventScroll: true })
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  card.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' })
  return true
}

/** All cards, and the index of the focused one if it is visible, else of the top one. */
function cardsInView(): { cards: HTMLElement[]; at: number } {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-feed-card]')]
  const focused = document.activeElement?.closest<HTMLElement>('[data-feed-card]')
  if (focused && isSeen(focused)) return { cards, at: cards.indexOf(focused) }
  // The top card is the first whose middle is below the header.
  const at = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect()
    return top + height / 2 > 64
  })
  return { cards, at: at < 0 ? cards.length - 1 : at }
}

function isSeen(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return bottom > 64 && top < window.innerHeight
}

function isCard(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[data-feed-card]')
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')
}
