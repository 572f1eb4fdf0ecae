import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { cn } from '#components/ui/cn.ts'
import { moveFocus } from '#components/ui/tab-list.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { type DeskEntry, deskEntries, deskGroups, entriesOf, pathOf } from './desk-entries.ts'
import { useRailCounts } from './use-rail-counts.ts'

export function useRail(page: DeskEntry['page'], isSuperAdmin: boolean) {
  const admin = useTranslations('Admin.tabs')
  const officer = useTranslations('Officer.tabs')
  const countOf = useRailCounts(isSuperAdmin)
  const go = useGo()
  const entries: readonly DeskEntry[] =
    isSuperAdmin || page === 'superadmin' ? deskEntries : entriesOf('officer')
  const items = entries.map((entry) => {
    const count = countOf(entry)
    // Super admins decide the signals that officers escalated, so their link filters by them.
    const isEscalated = isSuperAdmin && page === 'superadmin' && entry.id === 'signals' && count > 0
    return {
      entry,
      word: entry.page === 'superadmin' ? admin(entry.id) : officer(entry.id),
      count,
      href: `${pathOf(entry)}${isEscalated ? '&status=escalated' : ''}`,
    }
  })
  return { items, go }
}

export type RailItem = ReturnType<typeof useRail>['items'][number]

/** Opens a tab of this page without a page load, or the other page. */
function useGo() {
  const router = useRouter()
  return (href: string) => {
    if (href.split('?')[0] === window.location.pathname) visit(href)
    else router.push(href)
  }
}

type RailProps = {
  items: readonly RailItem[]
  selected: DeskEntry['id']
  go: (href: string) => void
  onVisit?: () => void
  /** Inside the phones' drawer, where the rail never collapses and its ids differ. */
  isDrawer?: boolean
}

export function Rail({ items, selected, go, onVisit, isDrawer = false }: RailProps) {
  const t = useTranslations('Desk')
  return (
    <div
      role="tablist"
      aria-label={t('sections')}
      aria-orientation="vertical"
      onKeyDown={moveFocus}
      className={cn(
        'relative',
        isDrawer
          ? 'mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-2'
          : 'grid min-h-0 flex-1 content-start overflow-y-auto overscroll-contain px-2 pb-2 in-data-[rail=icons]:px-1.5',
      )}
    >
      {deskGroups.map((group) => {
        const own = items.filter(({ entry }) => entry.group === group)
        if (own.length === 0) return null
        return (
          <div
            key={group}
            role="presentation"
            className={cn('grid', isDrawer && 'col-span-full grid-cols-subgrid')}
          >
            <span
              aria-hidden="true"
              className={cn(
                'px-2.5 text-xs leading-4 font-semibold text-soft',
                isDrawer
                  ? 'col-span-full pt-2 pb-0.5'
                  : 'pt-1.5 in-data-[rail=icons]:mx-2 in-data-[rail=icons]:my-1 in-data-[rail=icons]:h-px in-data-[rail=icons]:overflow-hidden in-data-[rail=icons]:bg-line in-data-[rail=icons]:p-0',
              )}
            >
              {t(`groups.${group}`)}
            </span>
            {own.map((item) => (
              <RailTab
                key={`${item.entry.page} ${item.entry.id}`}
                item={item}
                isSelected={item.entry.id === selected}
                isDrawer={isDrawer}
                onOpen={() => {
                  onVisit?.()
                  if (item.entry.id !== selected) go(item.href)
                }}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

type RailTabProps = { item: RailItem; isSelected: boolean; isDrawer: boolean; onOpen: () => void }

function RailTab({ item: { entry, word, count, href }, isSelected, isDrawer, onOpen }: RailTabProps) {
  const t = useTranslations('Desk')
  const formats = useFormats()
  const { Icon } = entry
  return (
    <a
      id={`${isDrawer ? 'drawer' : 'tab'}-${entry.id}`}
      role="tab"
      href={href}
      title={isDrawer ? undefined : t('goTo', { word, key: entry.key.toUpperCase() })}
      aria-selected={isSelected}
      {...(isSelected ? { 'aria-controls': 'panel-tab' } : {})}
      tabIndex={isSelected ? 0 : -1}
      onClick={(event: MouseEvent) => followHere(event, onOpen)}
      className={cn(
        'relative flex items-center rounded-lg leading-5 font-medium text-soft hover:bg-sunken hover:text-ink aria-selected:bg-ink aria-selected:text-paper pointer-coarse:min-h-11',
        isDrawer
          ? 'min-h-7.5 gap-2.5 px-2.5 py-1 text-[0.9375rem] max-lg:min-h-11'
          : 'min-h-6.75 gap-2 px-2 text-sm in-data-[rail=icons]:min-h-9 in-data-[rail=icons]:justify-center',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className={cn('min-w-0 flex-1', !isDrawer && 'in-data-[rail=icons]:sr-only')}>{word}</span>
      {count > 0 ? (
        <span
          className={cn(
            'figures grid h-5 min-w-5 place-items-center rounded-full bg-marigold px-1 text-xs font-semibold text-on-marigold',
            !isDrawer &&
              'in-data-[rail=icons]:absolute in-data-[rail=icons]:end-0 in-data-[rail=icons]:top-0 in-data-[rail=icons]:h-4 in-data-[rail=icons]:min-w-4 in-data-[rail=icons]:text-[0.625rem]',
          )}
        >
          <span aria-hidden="true">{count > 99 ? '99+' : formats.count(count)}</span>
          <span className="sr-only">{t('attention', { count })}</span>
        </span>
      ) : null}
    </a>
  )
}
