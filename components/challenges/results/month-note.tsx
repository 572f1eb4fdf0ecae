import { Hourglass, type LucideIcon, Medal } from 'lucide-react'
import { getTranslations } from 'next-intl/server'

/** Shown between a month's end and its closing, when there is no winner yet. */
export async function CountingNote() {
  const t = await getTranslations('Results')
  return <MonthNote icon={Hourglass} title={t('counting')} detail={t('countingDetail')} />
}

export async function NobodyNote() {
  const t = await getTranslations('Results')
  return <MonthNote icon={Medal} title={t('nobody')} detail={t('nobodyDetail')} />
}

function MonthNote({ icon: Icon, title, detail }: { icon: LucideIcon; title: string; detail: string }) {
  return (
    <div className="flex items-start gap-4 self-start rounded-2xl bg-sunken p-5">
      <Icon aria-hidden="true" className="mt-1 size-6 shrink-0 text-drum" />
      <div className="min-w-0">
        <p className="font-display text-xl font-bold">{title}</p>
        <p className="mt-1 text-soft">{detail}</p>
      </div>
    </div>
  )
}
