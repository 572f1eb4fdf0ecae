import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { visit } from '#lib/client/browser/navigation-events.ts'

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
  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={moveFocus}
      className="inline-flex max-w-full gap-1 overflow-x-auto rounded-[1.65rem] bg-sunken p-1 sm:flex-wrap"
    >
      {tabs.map(({ id, words }, index) => {
        // Another tab begins at its first page: the rest of the query is the old one's.
        const query = index === 0 ? '' : `?${param}=${id}`
        const onClick = (event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
          event.preventDefault()
          if (id !== selected) visit(`${window.location.pathname}${query}`)
        }
        return (
          <a
            key={id}
            ref={id === selected ? bringIntoView : undefined}
            id={`tab-${id}`}
            role="tab"
            href={query || '?'}
            aria-selected={id === selected}
            aria-controls={`panel-${param}`}
            tabIndex={id === selected ? 0 : -1}
            onClick={onClick}
            className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold whitespace-nowrap sm:px-4 text-soft aria-selected:bg-ink aria-selected:text-paper"
          >
            {words}
          </a>
        )
      })}
    </div>
  )
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

/** Where the tabs are wider than a phone, the selected one is seen; the page itself stays where it is. */
function bringIntoView(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (!tab || !list) return
  const beyond = tab.getBoundingClientRect().right - list.getBoundingClientRect().right
  if (beyond > 0) list.scrollLeft += beyond + 4
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.findIndex((tab) => tab.ariaSelected === 'true')
  const next = tabs[(at + step + tabs.length) % tabs.length]
  event.preventDefault()
  next?.focus()
  next?.click()
}
