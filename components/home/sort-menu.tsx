'use client'

import { ArrowDownWideNarrow } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { addressOf, type FeedSort, feedSorts, isFeedSort } from '#lib/client/videos/home-view.ts'

/** The device's own menu: nothing to download, and it fits a thumb. */
export function SortMenu({ sort }: { sort: FeedSort }) {
  const t = useTranslations('Home')
  return (
    <label className="relative inline-flex items-center">
      <span className="sr-only">{t('sort')}</span>
      <ArrowDownWideNarrow
        aria-hidden="true"
        className="pointer-events-none absolute left-3 size-4 sm:left-4"
      />
      <select
        value={sort}
        onChange={(event) => {
          const picked = event.target.value
          if (isFeedSort(picked)) visit(addressOf(picked))
        }}
        className="tap appearance-none rounded-full border border-edge bg-surface max-w-29 truncate pr-3 pl-8 text-[0.95rem] font-semibold sm:max-w-none sm:pr-4 sm:pl-10"
      >
        {feedSorts.map((option) => (
          <option key={option} value={option}>
            {t(`sorts.${option}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
