import { useEffect, useRef } from 'react'
import type { FeedSort } from '#lib/client/videos/home-view.ts'
import type { Feed } from './use-feed.ts'

/** Where somebody was in the feed: the card at the top and how far it was scrolled, so that new videos don't shift it. */
type Place = { sort: string; pages: number; card: string; offset: number; at: number }

const KEY = 'feed_place'
const LIFE_MS = 30 * 60 * 1000

/** Leaving the feed and coming back finds the same card at the same height, by back as by reload. */
export function useFeedPlace(sort: FeedSort, feed: Feed): void {
  const wanted = useRef<Place | null>(null)
  const pages = feed.loaded?.pages ?? 0
  const { loadUpTo } = feed

  useEffect(() => {
    const place = cameBack() ? readPlace(sort) : null
    wanted.current = place
    if (place) loadUpTo(Math.min(place.pages, 20))
  }, [sort, loadUpTo])

  useEffect(() => {
    const place = wanted.current
    if (!place || pages < 1) return
    const card = document.getElementById(place.card)
    if (!card) return
    wanted.current = null
    window.scrollTo({ top: card.getBoundingClientRect().top + window.scrollY - place.offset })
  }, [pages])

  useEffect(() => {
    const keep = () => keepPlace(sort, pages)
    window.addEventListener('pagehide', keep)
    document.addEventListener('click', keep, true)
    return () => {
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('click', keep, true)
    }
  }, [sort, pages])
}

let lastTraverse = -1
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    lastTraverse = performance.now()
  })
}

/** Whether this view of the page follows from back, forward or reload. */
function cameBack(): boolean {
  if (lastTraverse >= 0) return performance.now() - lastTraverse < 2000
  const [entry] = performance.getEntriesByType('navigation')
  const type = entry && 'type' in entry ? entry.type : ''
  return performance.now() < 10_000 && (type === 'back_forward' || type === 'reload')
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
