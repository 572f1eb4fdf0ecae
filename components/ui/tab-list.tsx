import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { cn } from './cn.ts'

export type TabsProps<Id extends string> = {
  /** Address parameter of the tab; the first tab has none. */
  param: string
  label: string
  tabs: readonly { id: Id; words: ReactNode }[]
  selected: Id
}

type TabListProps<Id extends string> = TabsProps<Id> &
  Omit<ComponentProps<'div'>, 'role' | 'children' | 'onKeyDown'> & {
    tabStyle: string
    selectedRef?: Ref<HTMLAnchorElement>
    onVisit?: () => void
  }

/** Tabs as links; vertical if `aria-orientation` says so. */
export function TabList<Id extends string>({
  param,
  label,
  tabs,
  selected,
  tabStyle,
  selectedRef,
  onVisit,
  className,
  ...list
}: TabListProps<Id>) {
  return (
    // `relative`, because hidden text for screen readers inside would widen the page.
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={moveFocus}
      className={cn('relative gap-1 bg-sunken p-1', className)}
      {...list}
    >
      {tabs.map(({ id, words }, index) => (
        <TabLink
          key={id}
          ref={id === selected ? selectedRef : undefined}
          param={param}
          id={id}
          isFirst={index === 0}
          isSelected={id === selected}
          onVisit={onVisit}
          className={tabStyle}
        >
          {words}
        </TabLink>
      ))}
    </div>
  )
}

type TabLinkProps = {
  ref: Ref<HTMLAnchorElement> | undefined
  param: string
  id: string
  isFirst: boolean
  isSelected: boolean
  onVisit: (() => void) | undefined
  className: string
  children: ReactNode
}

function TabLink({ ref, param, id, isFirst, isSelected, onVisit, className, children }: TabLinkProps) {
  // The address of a tab contains only the tab, so that its lists start at the first page.
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

/** Moves the focus by arrow keys: left and right, or up and down if vertical. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const isRail = event.currentTarget.ariaOrientation === 'vertical'
  const steps: Readonly<Record<string, number>> = isRail
    ? { ArrowUp: -1, ArrowDown: 1 }
    : { ArrowLeft: -1, ArrowRight: 1 }
  const step = steps[event.key]
  if (!step) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.findIndex((tab) => tab.matches(':focus'))
  const next = tabs[(at + step + tabs.length) % tabs.length]
  event.preventDefault()
  next?.focus()
  // A tab of another page opens only by Enter.
  if (next instanceof HTMLAnchorElement && next.pathname === window.location.pathname) next.click()
}
