/** A scroll position, by top card and its offset, so that new videos do not shift the feed. */
export type Place = { sort: string; pages: number; card: string; offset: number; at: number }

const KEY = 'feed_place'
const LIFE_MS = 30 * 60 * 1000

let lastTraverse = -1
window.addEventListener('popstate', () => {
  lastTraverse = performance.now()
})

/** The stored place after back, forward or reload; otherwise null. */
export function placeToReturnTo(sort: string): Place | null {
  return cameBack() ? readPlace(sort) : null
}

function cameBack(): boolean {
  if (lastTraverse >= 0) return performance.now() - lastTraverse < 2000
  const [entry] = performance.getEntriesByType('navigation')
  const type = entry && 'type' in entry ? entry.type : ''
  return performance.now() < 10_000 && (type === 'back_forward' || type === 'reload')
}

/** @returns false if the card is not loaded */
export function scrollToPlace(place: Place): boolean {
  const card = document.getElementById(place.card)
  if (!card) return false
  window.scrollTo({ top: card.getBoundingClientRect().top + window.scrollY - place.offset })
  return true
}

/** Stores the place whenever the page may be left. @returns a function that stops it */
export function watchPlace(sort: string, pages: number): () => void {
  const keep = () => keepPlace(sort, pages)
  window.addEventListener('pagehide', keep)
  document.addEventListener('click', keep, true)
  return () => {
    window.removeEventListener('pagehide', keep)
    document.removeEventListener('click', keep, true)
  }
}

function keepPlace(sort: string, pages: number): void {
  const top = [...document.querySelectorAll<HTMLElement>('[data-feed-card]')].find(
    (card) => card.getBoundingClientRect().bottom > 120,
  )
  if (!top || window.scrollY < 100) {
    sessionStorage.removeItem(KEY)
    return
  }
  const place: Place = { sort, pages, card: top.id, offset: top.getBoundingClientRect().top, at: Date.now() }
  sessionStorage.setItem(KEY, JSON.stringify(place))
}

function readPlace(sort: string): Place | null {
  try {
    const place: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (!isPlace(place)) return null
    return place.sort === sort && Date.now() - place.at < LIFE_MS ? place : null
  } catch {
    return null
  }
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return (
    typeof fields.sort === 'string' &&
    typeof fields.card === 'string' &&
    ['pages', 'offset', 'at'].every((name) => typeof fields[name] === 'number')
  )
}
