import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cn } from './cn.ts'
import { TabList, type TabsProps } from './tab-list.tsx'

/** Tabs as links. Each tab needs a `TabPanel`. */
export function AddressTabs<Id extends string>(props: TabsProps<Id>) {
  const { list, hidden, look } = useHiddenEnds()
  return (
    <div className="relative max-w-full">
      <TabList
        {...props}
        ref={list}
        onScroll={look}
        selectedRef={bringIntoView}
        className="inline-flex max-w-full overflow-x-auto rounded-[1.65rem] sm:flex-wrap"
        tabStyle="rounded-full px-3 whitespace-nowrap sm:px-4"
      />
      {hidden.start ? <MoreCue end="start" list={list} /> : null}
      {hidden.end ? <MoreCue end="end" list={list} /> : null}
    </div>
  )
}

/** Button that scrolls to hidden tabs; only for the eye, because screen readers and keys reach all tabs. */
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

/** A hidden part up to this width counts as visible. */
const SLACK_PX = 8

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
      // Late content changed the widths, so the selected tab is scrolled into view again.
      bringIntoView(tabs.querySelector<HTMLElement>('[aria-selected="true"]'))
      newest.current()
    })
    watch.observe(tabs)
    // Texts change the tabs' widths.
    for (const tab of tabs.children) watch.observe(tab)
    return () => watch.disconnect()
  }, [])
  return { list, hidden, look }
}

export function TabPanel({
  param,
  selected,
  className = 'mt-4',
  children,
}: {
  param: string
  selected: string
  className?: string
  children: ReactNode
}) {
  return (
    <div role="tabpanel" id={`panel-${param}`} aria-labelledby={`tab-${selected}`} className={className}>
      {children}
    </div>
  )
}

const CUE_PX = 68

/** Scrolls the list of tabs, not the page. */
function bringIntoView(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (!tab || !list) return
  const [of, inside] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  // Leaves room for the button that scrolls.
  if (of.right > inside.right - CUE_PX) list.scrollLeft += of.right - inside.right + CUE_PX
  else if (of.left < inside.left + CUE_PX) list.scrollLeft -= inside.left + CUE_PX - of.left
}
