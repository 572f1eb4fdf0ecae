import { useTranslations } from 'next-intl'
import { DeskLink } from '#components/desk/desk-link.tsx'

/** The way to what officers have put before the super admins: the signals are at the officers' desk. */
export function EscalatedSignals({ count }: { count: number }) {
  const t = useTranslations('Admin')
  if (count === 0) return null
  return (
    <p className="mb-3">
      <DeskLink
        href="/officer?tab=signals&status=escalated"
        className="inline-flex items-center rounded-2xl bg-alarm-wash px-4 py-2 font-semibold text-alarm underline underline-offset-4"
      >
        {t('signals', { count })}
      </DeskLink>
    </p>
  )
}
