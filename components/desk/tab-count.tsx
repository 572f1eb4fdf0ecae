import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'

/** A tab's word, and how much waits there; nothing beside it where nothing does. */
export function TabCount({ words, count }: { words: string; count: number | undefined }) {
  const t = useTranslations('Admin.tabs')
  const formats = useFormats()
  if (!count) return <span>{words}</span>
  return (
    <>
      <span>{words}</span>
      <span className="figures -me-1 grid h-6 min-w-6 place-items-center rounded-full bg-marigold px-1.5 text-sm text-on-marigold">
        <span aria-hidden="true">{count > 99 ? '99+' : formats.count(count)}</span>
        <span className="sr-only">{t('waiting', { count })}</span>
      </span>
    </>
  )
}
