import { Hourglass } from 'lucide-react'
import { getTranslations } from 'next-intl/server'

/** Between a month's last minute and its close nobody has won yet. */
export async function CountingNote() {
  const t = await getTranslations('Results')
  return (
    <div className="flex items-start gap-4 rounded-2xl bg-sunken p-5">
      <Hourglass aria-hidden="true" className="mt-1 size-6 shrink-0 text-drum" />
      <div className="min-w-0">
        <p className="font-display text-xl font-bold">{t('counting')}</p>
        <p className="mt-1 text-soft">{t('countingDetail')}</p>
      </div>
    </div>
  )
}
