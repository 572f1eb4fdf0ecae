'use client'

import { Eye, Gift } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'

/** Votes and views of all one's dances, or of all dances to one's tracks. */
export function StatTiles({ votes, views }: { votes: number; views: number }) {
  const t = useTranslations('Profile')
  const formats = useFormats()
  const tiles = [
    { icon: Gift, words: t('votes', { count: votes }), value: votes, style: 'bg-marigold text-on-marigold' },
    { icon: Eye, words: t('views', { count: views }), value: views, style: 'bg-sunken text-ink' },
  ]
  return (
    <dl aria-label={t('stats')} className="grid grid-cols-2 gap-3">
      {tiles.map(({ icon: Icon, words, value, style }) => (
        <div key={style} className={`flex flex-col-reverse rounded-3xl px-5 py-4 ${style}`}>
          <dt className="flex items-center gap-2 font-semibold">
            <Icon aria-hidden="true" className="size-4" /> {words}
          </dt>
          <dd className="figures font-display text-4xl font-extrabold tracking-tight">
            {formats.count(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
