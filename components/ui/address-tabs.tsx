import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { cn } from './cn.ts'

export type AddressTab<Id extends string> = { id: Id; words: ReactNode }

type AddressTabsProps<Id extends string> = {
  /** The parameter of the address that names the tab; the first tab needs none. */
  param: string
  label: string
  tabs: readonly AddressTab<Id>[]
  selected: Id
}

/** Tabs that are links: back goes to the one before, and each opens in a new window. Each needs its `TabPanel`. */
export function AddressTabs<Id extends string>({ param, label, tabs, selected }: AddressTabsProps<Id>) {
  const { list, hidden, look } = useHiddenEnds()
  return (
    <div className="relative max-w-full">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={moveFocus}
        onScroll={look}
        // What is only heard of a tab lies in the list: it would widen the page.
        className="relative inline-flex max-w-full gap-1 overflow-x-auto rounded-[1.65rem] bg-sunken p-1 sm:flex-wrap"
      >
        {tabs.map(({ id, words }, index) => (
          <TabLink
            key={id}
            ref={id === selected ? bringIntoView : undefined}
            param={param}
            id={id}
            isFirst={index === 0}
            isSelected={id === selected}
            className="rounded-full px-3 whitespace-nowrap sm:px-4"
          >
            {words}
          </TabLink>
        ))}
      </div>
      {hidden.start ? <MoreCue end="start" list={list} /> : null}
      {hidden.end ? <MoreCue end="end" list={list} /> : null}
    </div>
  )
}

type TabLinkProps = {
  ref?: Ref<HTMLAnchorElement>
  param: string
  id: string
  /** The address names the first tab by leaving the parameter out. */
  isFirst: boolean
  isSelected: boolean
  onVisit?: () => void
  className: string
  children: ReactNode
}

/** A tab that is a link. */
export function TabLink({ ref, param, id, isFirst, isSelected, onVisit, className, children }: TabLinkProps) {
  // Another tab begins at its first page: the rest of the query is the old one's.
  const query = isFirst ? '' : `?${param}=${id}`
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onVisit?.()
    if (!isSelected) visit(`${window.location.pathname}${query}`)
  }
  return (
    <a
      ref={ref}
      id={`tab-${id}`}
      role="tab"
      href={query || '?'}
      aria-selected={isSelected}
      aria-controls={`panel-${param}`}
      tabIndex={isSelected ? 0 : -1}
      onClick={onClick}
      className={cn(
        'relative inline-flex min-h-11 items-center gap-2 font-semibold text-soft aria-selected:bg-ink aria-selected:text-paper',
        className,
      )}
    >
      {children}
    </a>
  )
}

/** Says that more tabs follow at an end, and brings them. Whoever hears the page or uses keys has them all already. */
function MoreCue({ end, list }: { end: 'start' | 'end'; list: RefObject<HTMLDivElement | null> }) {
  const isEnd = end === 'end'
  const Icon = isEnd ? ChevronRight : ChevronLeft
  return (
    <div
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute inset-y-0 flex w-16 items-center from-sunken from-55% to-transparent',
        isEnd
          ? 'end-0 justify-end rounded-e-[1.65rem] bg-linear-to-l'
          : 'start-0 justify-start rounded-s-[1.65rem] bg-linear-to-r',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        data-more={end}
        onClick={() => {
          const tabs = list.current
          const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
          tabs?.scrollBy({
            left: (isEnd ? 0.7 : -0.7) * tabs.clientWidth,
            behavior: isStill ? 'auto' : 'smooth',
          })
        }}
        className="pointer-events-auto grid size-11 place-items-center rounded-full text-ink"
      >
        <Icon className="size-5" />
      </button>
    </div>
  )
}

/** Less than this is no tab that anybody misses. */
const SLACK_PX = 8

/** At which ends tabs are scrolled out of view. */
function useHiddenEnds() {
  const list = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState({ start: false, end: false })
  const look = () => {
    const tabs = list.current
    if (!tabs) return
    const start = tabs.scrollLeft > SLACK_PX
    const end = tabs.scrollLeft + tabs.clientWidth < tabs.scrollWidth - SLACK_PX
    setHidden((before) => (before.start === start && before.end === end ? before : { start, end }))
  }
  const newest = useRef(look)
  useEffect(() => {
    newest.current = look
  })
  useEffect(() => {
    const tabs = list.current
    if (!tabs) return
    const watch = new ResizeObserver(() => {
      // What came late, such as a count, has made the tabs wider: the selected one is brought back into view.
      bringIntoView(tabs.querySelector<HTMLElement>('[aria-selected="true"]'))
      newest.current()
    })
    watch.observe(tabs)
    // Counts and other words change how wide they are.
    for (const tab of tabs.children) watch.observe(tab)
    return () => watch.disconnect()
  }, [])
  return { list, hidden, look }
}

/** What the selected tab shows. */
export function TabPanel({
  param,
  selected,
  children,
}: {
  param: string
  selected: string
  children: ReactNode
}) {
  return (
    <div role="tabpanel" id={`panel-${param}`} aria-labelledby={`tab-${selected}`} className="mt-4">
      {children}
    </div>
  )
}

const CUE_PX = 68

/** Where the tabs are wider than a phone, the selected one is seen; the page itself stays where it is. */
function bringIntoView(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (!tab || !list) return
  const [of, inside] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  // Beside it stays room for the cue that more follow.
  if (of.right > inside.right - CUE_PX) list.scrollLeft += of.right - inside.right + CUE_PX
  else if (of.left < inside.left + CUE_PX) list.scrollLeft -= inside.left + CUE_PX - of.left
}

/** Moves along the tabs by the arrows: of a line by left and right, of a rail by up and down. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const isRail = event.currentTarget.ariaOrientation === 'vertical'
  const steps: Readonly<Record<string, number>> = isRail
    ? { ArrowUp: -1, ArrowDown: 1 }
    : { ArrowLeft: -1, ArrowRight: 1 }
  const step = steps[event.key]
  if (!step) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.findIndex((tab) => tab.ariaSelected === 'true')
  const next = tabs[(at + step + tabs.length) % tabs.length]
  event.preventDefault()
  next?.focus()
  next?.click()
}
