import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { cn } from './cn.ts'
import { TabList, type TabsProps } from './tab-list.tsx'

/** A vertical rail; on phones behind a button. Each needs its `TabPanel`. */
export function SideTabs<Id extends string>(props: TabsProps<Id>) {
  const { param, label, tabs, selected } = props
  const [isOpen, setOpen] = useState(false)
  const close = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button inside has opened
    <div className="lg:sticky lg:top-4 lg:self-start" onKeyDown={close}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`tabs-${param}`}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center justify-between gap-3 rounded-2xl bg-sunken px-4 font-semibold lg:hidden"
      >
        <span className="sr-only">{label}</span>
        <span className="flex min-w-0 items-center gap-2">
          {tabs.find(({ id }) => id === selected)?.words}
        </span>
        <ChevronDown aria-hidden="true" className={cn('size-5 shrink-0', isOpen && 'rotate-180')} />
      </button>
      <TabList
        {...props}
        id={`tabs-${param}`}
        aria-orientation="vertical"
        onVisit={() => setOpen(false)}
        className={cn(
          'rounded-2xl max-lg:mt-2 max-lg:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] lg:grid',
          isOpen ? 'grid' : 'max-lg:hidden',
        )}
        tabStyle="justify-between rounded-xl px-3 py-1 leading-tight"
      />
    </div>
  )
}
